import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { newSecret, signedHeaders } from '../../src/contexts/integrations/signing/webhook-signature.js';
import { envelopeOf } from '../../src/platform/events/index.js';
import { newId } from '../../src/platform/values/index.js';
import { freePort } from '../support/servers/free-port.js';
import { until } from '../../src/testing/until.js';

const secret = newSecret();

/** A delivery as the program makes it. @param age in seconds */
function delivery({ age = 0, secrets = [secret] }: { age?: number; secrets?: string[] } = {}) {
  const now = new Date();
  const event = { topic: 'client.created', organizationId: newId(), id: newId() };
  const { id, body } = envelopeOf(event, now);
  const at = new Date(now.getTime() - age * 1000);
  return { clientId: event.id, body, headers: signedHeaders({ id, body, secrets, at }) };
}

type Headers = Record<string, string>;

const only = (headers: Headers, prefix: string): Headers =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith(prefix)));

describe('the receiver that the README shows', () => {
  let directory: string;
  let example: string;
  let receiver: ChildProcess;
  let url: string;
  let output = '';

  beforeAll(async () => {
    const guide = (await readFile('README.md', 'utf8')).split('\n## Receiving webhooks\n')[1] ?? '';
    example = /```ts\n([\s\S]*?)```/.exec(guide)?.[1] ?? '';
    directory = await mkdtemp(join(tmpdir(), 'planning-receiver-'));
    await writeFile(join(directory, 'receiver.mts'), example);
    const compiled = ts.transpileModule(example, {
      compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
    });
    await writeFile(join(directory, 'receiver.mjs'), compiled.outputText);

    const port = await freePort();
    url = `http://127.0.0.1:${port}/hooks`;
    receiver = spawn(process.execPath, [join(directory, 'receiver.mjs')], {
      env: { WEBHOOK_SECRET: secret, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    receiver.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await until('the receiver is ready', () => output.includes('ready'));
  });
  afterAll(async () => {
    receiver.kill();
    await rm(directory, { recursive: true, force: true });
  });

  const send = async (body: string, headers: Headers): Promise<number> =>
    (await fetch(url, { method: 'POST', body, headers: { 'Content-Type': 'application/json', ...headers } }))
      .status;

  const timesHandled = async (id: string): Promise<number> => {
    // It handles one after the other, so that nothing is on its way any more when this one is done.
    const last = delivery();
    await send(last.body, last.headers);
    await until('the last one is handled', () => output.includes(`client.created ${last.clientId}\n`));
    return output.split(`client.created ${id}\n`).length - 1;
  };

  it('is short, compiles as it is printed, and needs nothing but Node.js', () => {
    expect(example.split('\n').length).toBeLessThanOrEqual(61);
    const imports = [...example.matchAll(/from '([^']+)'/g)].map(([, name = '']) => name);
    expect(imports.length).toBeGreaterThan(0);
    expect(imports.filter((name) => !name.startsWith('node:'))).toEqual([]);
    const program = ts.createProgram([join(directory, 'receiver.mts')], {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      target: ts.ScriptTarget.ES2022,
      // Without that of browsers, which is longer than all others.
      lib: ['lib.es2022.d.ts'],
      typeRoots: [join(process.cwd(), 'node_modules/@types')],
      types: ['node'],
    });
    const faults = ts.getPreEmitDiagnostics(program);
    expect(faults.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([]);
  });

  it('takes a delivery, with all headers or with those of either signature', async () => {
    for (const prefix of ['', 'webhook-', 'X-Service-']) {
      const { clientId, body, headers } = delivery();
      expect([prefix, await send(body, only(headers, prefix))]).toEqual([prefix, 204]);
      expect(await timesHandled(clientId)).toBe(1);
    }
  });

  it('takes a delivery while the secret is rotated, with the old secret or the new one', async () => {
    for (const secrets of [
      [newSecret(), secret],
      [secret, newSecret()],
    ]) {
      const { body, headers } = delivery({ secrets });
      expect(await send(body, headers)).toBe(204);
    }
  });

  it('refuses what was tampered with, in whatever place', async () => {
    const { clientId, body, headers } = delivery();
    const other = { ...headers, 'webhook-id': newId(), 'X-Service-Timestamp': '1' };
    expect(await send(body.replace('client.created', 'client.deleted'), headers)).toBe(401);
    expect(await send(`${body} `, headers)).toBe(401);
    expect(await send(body, only(other, 'webhook-'))).toBe(401);
    expect(await send(body, only(other, 'X-Service-'))).toBe(401);
    expect(await send(body, {})).toBe(401);
    expect(
      await send(body, { ...headers, 'webhook-signature': 'v1,', 'X-Service-Signature': 'sha256=' }),
    ).toBe(401);
    expect(await send(body, delivery({ secrets: [newSecret()] }).headers)).toBe(401);
    expect(await timesHandled(clientId)).toBe(0);
  });

  it('refuses what was signed more than ten minutes ago or ahead, however well', async () => {
    for (const age of [601, 86_400, -605]) {
      const { clientId, body, headers } = delivery({ age });
      for (const prefix of ['', 'webhook-', 'X-Service-']) {
        expect([age, prefix, await send(body, only(headers, prefix))]).toEqual([age, prefix, 401]);
      }
      expect(await timesHandled(clientId)).toBe(0);
    }
    const { body, headers } = delivery({ age: 590 });
    expect(await send(body, headers)).toBe(204);
  });

  it('handles an event once that comes again, also at the same moment and with a later signature', async () => {
    const { clientId, body, headers } = delivery();
    const statuses = await Promise.all(Array.from({ length: 10 }, () => send(body, headers)));
    expect(new Set(statuses)).toEqual(new Set([204]));
    const id = headers['webhook-id'] ?? '';
    const at = new Date(Date.now() + 60_000);
    expect(await send(body, signedHeaders({ id, body, secrets: [secret], at }))).toBe(204);
    expect(await timesHandled(clientId)).toBe(1);
  });

  it('survives what is no delivery at all', async () => {
    const text = 'no JSON';
    const headers = signedHeaders({ id: newId(), body: text, secrets: [secret], at: new Date() });
    expect(await send(text, headers)).toBe(500);
    await send('x'.repeat(1_000_000), {}).catch(() => 413);
    const { body, headers: good } = delivery();
    expect(await send(body, good)).toBe(204);
  });
});
