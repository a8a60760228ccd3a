import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { fingerprintOf } from '../contexts/integrations/index.js';
import { readProgramSettings } from '../contexts.js';
import type { Header } from './document/format.js';
import { keyForBackup, keyMustNotDiffer, placeKey } from './key-rules.js';

const keyOf = (filling: number) => Buffer.alloc(32, filling).toString('base64');
const fingerprint = (filling: number) => fingerprintOf(Buffer.alloc(32, filling));
const headerWith = (used: number[], key: number | null): Header =>
  ({ key_fingerprints: used.map(fingerprint), key: key && keyOf(key) }) as unknown as Header;

describe('the key of the webhooks with a backup', () => {
  let directory: string;
  let file: string;
  beforeEach(() => {
    directory = join(mkdtempSync(join(tmpdir(), 'planning-key-')), 'data');
    file = join(directory, 'webhook-secret.key');
  });
  afterEach(() => rmSync(join(directory, '..'), { recursive: true }));

  const settings = (key?: number) =>
    readProgramSettings({ DATA_DIRECTORY: directory, ...(key && { WEBHOOK_SECRET_KEY: keyOf(key) }) });
  const keep = (filling: number) => {
    mkdirSync(directory);
    writeFileSync(file, `${keyOf(filling)}\n`);
  };

  it('is the one that the secrets need, from the file or the setting', () => {
    expect(keyForBackup(settings(1), [fingerprint(1)])).toBe(keyOf(1));
    keep(2);
    expect(keyForBackup(settings(), [fingerprint(2)])).toBe(keyOf(2));
  });

  it('may be the second one, while one replaces the other', () => {
    const both = readProgramSettings({ WEBHOOK_SECRET_KEY: keyOf(1), WEBHOOK_SECRET_KEY_SECOND: keyOf(2) });
    expect(keyForBackup(both, [fingerprint(2)])).toBe(keyOf(2));
    expect(placeKey(both, headerWith([1, 2], null))).toBe('present');
    expect(placeKey(both, headerWith([2], 2))).toBe('present');
  });

  it('is none where no secret needs one, and none is made for it', () => {
    expect(keyForBackup(settings(), [])).toBeNull();
    expect(() => statSync(file)).toThrow('ENOENT');
  });

  it('cannot be inside when it is not here, or while another one replaces it', () => {
    expect(() => keyForBackup(settings(), [fingerprint(1)])).toThrow(`is not here (${file})`);
    expect(() => keyForBackup(settings(2), [fingerprint(1)])).toThrow('is not here (WEBHOOK_SECRET_KEY)');
    expect(() => keyForBackup(settings(2), [fingerprint(1), fingerprint(2)])).toThrow(
      'encrypted with 2 keys: start this again when the old one is replaced',
    );
  });

  it('comes to the key file of a restore, readable by its owner only, and stays when it is there', () => {
    expect(placeKey(settings(), headerWith([1], 1))).toBe('restored');
    expect(readFileSync(file, 'utf8')).toBe(`${keyOf(1)}\n`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(placeKey(settings(), headerWith([1], 1))).toBe('present');
  });

  it('never takes the place of another one', () => {
    keep(2);
    for (const attempt of [keyMustNotDiffer, placeKey])
      expect(() => attempt(settings(), headerWith([1], 1))).toThrow(
        `${file} holds another key than the backup (${fingerprint(2)} instead of ${fingerprint(1)}): move it away`,
      );
    expect(() => keyMustNotDiffer(settings(3), headerWith([1], 1))).toThrow(
      /^WEBHOOK_SECRET_KEY holds another key .*: take it out of the settings\.$/,
    );
    expect(readFileSync(file, 'utf8')).toBe(`${keyOf(2)}\n`);
  });

  it('is missing where a backup without it needs another one than is there', () => {
    expect(placeKey(settings(), headerWith([], null))).toBe('not_needed');
    expect(placeKey(settings(), headerWith([1], null))).toBe('missing');
    expect(placeKey(settings(2), headerWith([1], null))).toBe('missing');
    expect(placeKey(settings(1), headerWith([1], null))).toBe('present');
  });
});
