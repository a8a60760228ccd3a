import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Program } from '../support/programs/program.js';
import { until } from '../../src/testing/until.js';

describe('monitoring', () => {
  let directory: string;
  let programs: Program[];

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'planning-monitoring-'));
    await chmod(directory, 0o755);
    programs = [];
  });
  afterEach(async () => {
    await Promise.all(programs.map((program) => program.kill('SIGTERM')));
    await rm(directory, { recursive: true, force: true });
  });

  const start = (args: readonly string[], settings: Record<string, string> = {}): Program => {
    const program = new Program(args, {
      DATA_DIRECTORY: directory,
      LOG_LEVEL: 'info',
      METRICS_PORT: '0',
      ...settings,
    });
    programs.push(program);
    return program;
  };

  const monitoringOf = async (program: Program): Promise<string> =>
    `http://127.0.0.1:${(await program.says(/Metrics at port (\d+)/))[1]}`;

  it('of the API and of a worker has a port of its own, which closes with the process', async () => {
    const api = start(['dist/main.js', '--api-only']);
    const worker = start(['dist/worker.js']);
    const addresses = [await monitoringOf(api), await monitoringOf(worker)];
    for (const address of addresses) {
      expect(await (await fetch(`${address}/health/live`)).json()).toEqual({ status: 'live' });
      await until('it is ready', async () => (await fetch(`${address}/health/ready`)).ok);
    }
    const ready = await fetch(`${await api.address()}/health/ready`);
    expect(await ready.json()).toMatchObject({ status: 'ok', details: { webhooks: { queue: 'off' } } });
    const metrics = async () => (await fetch(`${addresses[1]}/metrics`)).text();
    await until('the queue is connected', async () => /^webhook_queue_connected 1$/m.test(await metrics()));
    // A load balancer asks every few seconds, and nobody reads that.
    expect(api.output).not.toContain('/health/');

    // A third program on a port that is taken says so, and what to do.
    const taken = new URL(addresses[1] ?? '').port;
    const third = start(['dist/worker.js'], { METRICS_PORT: taken });
    expect(await third.end()).toBe(1);
    expect(third.output).toContain(`port ${taken} of 127.0.0.1 (EADDRINUSE): set another METRICS_PORT`);

    expect(await worker.kill('SIGTERM')).toBe(0);
    expect(await api.kill('SIGTERM')).toBe(0);
    for (const address of addresses) await expect(fetch(`${address}/metrics`)).rejects.toThrow();
  });
});
