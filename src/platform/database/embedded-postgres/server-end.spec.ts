import { describe, expect, it } from '@jest/globals';
import { whyEnded } from './server-end.js';

const log = (...lines: string[]): string =>
  lines.map((line) => `2026-11-23 02:07:07.579 UTC [16336] ${line}`).join('\n');

describe('why a server ended', () => {
  it('is what its start failed with, not what it said about the end behind it, nor to clients', () => {
    const said = log(
      'LOG:  redo starts at 0/174B5E8',
      'FATAL:  the database system is not yet accepting connections',
      'DETAIL:  Consistent recovery state has not been yet reached.',
      'FATAL:  could not write to file "pg_wal/xlogtemp.16336": No space left on device',
      'LOG:  startup process (PID 16336) exited with exit code 1',
      'LOG:  terminating any other active server processes',
      'LOG:  shutting down due to startup process failure',
      'LOG:  database system is shut down',
    );
    expect(whyEnded(said)).toBe('could not write to file "pg_wal/xlogtemp.16336": No space left on device');
  });

  it('has its details and hints', () => {
    const said = log(
      'LOG:  could not bind IPv4 address "127.0.0.1": Address already in use',
      'HINT:  Is another postmaster already running on port 5432?',
      'FATAL:  could not create any TCP/IP sockets',
      'LOG:  database system is shut down',
    );
    expect(whyEnded(said)).toBe(
      'could not bind IPv4 address "127.0.0.1": Address already in use; Is another postmaster already running on port 5432?; could not create any TCP/IP sockets',
    );
  });

  it('is all that there is where nothing is marked as a failure', () => {
    expect(whyEnded('postgres: error while loading shared libraries: libz.so.1')).toBe(
      'postgres: error while loading shared libraries: libz.so.1',
    );
  });
});
