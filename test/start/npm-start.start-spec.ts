import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

describe('npm start', () => {
  // The build is there already: --ignore-scripts leaves out the one before a start.
  it('ends with the server when npm gets SIGTERM, within ten seconds', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'planning-start-'));
    await chmod(directory, 0o755);
    const npm = spawn('npm', ['start', '--ignore-scripts'], {
      env: { ...process.env, DATA_DIRECTORY: directory, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'error' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let output = '';
    for await (const chunk of npm.stdout as AsyncIterable<Buffer>) {
      output += chunk.toString();
      if (output.includes('Try it')) break;
    }
    const address = /listens on (\S+)/.exec(output)?.[1] ?? '';
    const began = Date.now();
    npm.kill('SIGTERM');
    await once(npm, 'exit');
    expect(Date.now() - began).toBeLessThan(10_000);
    await expect(fetch(`${address}/openapi.json`)).rejects.toThrow();
    await expect(readFile(join(directory, 'db', 'postmaster.pid'))).rejects.toThrow();
    await rm(directory, { recursive: true, force: true });
  });
});
