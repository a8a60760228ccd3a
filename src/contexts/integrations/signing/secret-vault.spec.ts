import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { declareSettings, readSettings } from '../../../platform/config/index.js';
import { webhookSettings, type WebhookSettings } from '../integrations.settings.js';
import { SecretVault } from './secret-vault.js';

declareSettings(webhookSettings);

const keyOf = (filling: number) => Buffer.alloc(32, filling).toString('base64');
const vaultOf = (settings: Record<string, string>) =>
  new SecretVault(readSettings(settings) as WebhookSettings);

describe('the vault', () => {
  const vault = vaultOf({ WEBHOOK_SECRET_KEY: keyOf(1) });

  it('gives back what was put in, and shows nothing of it', () => {
    const sealed = vault.seal('whsec_ünïcode');
    expect(vault.open(sealed)).toBe('whsec_ünïcode');
    expect(sealed).toMatch(/^v1\.[0-9a-f]{16}\.[A-Za-z0-9+/=]+$/);
    expect(vault.seal('whsec_ünïcode')).not.toBe(sealed);
  });

  it('refuses what was changed', () => {
    const sealed = vault.seal('secret');
    const content = Buffer.from(sealed.split('.')[2] ?? '', 'base64');
    for (let index = 0; index < content.length; index += 1) {
      const changed = Buffer.from(content);
      changed[index] = (changed[index] ?? 0) ^ 1;
      const text = sealed.replace(/[^.]*$/, changed.toString('base64'));
      expect(() => vault.open(text)).toThrow();
    }
    for (const wrong of ['', 'secret', 'v1', sealed.slice(0, 20), sealed.replace('v1', 'v2')])
      expect(() => vault.open(wrong)).toThrow();
  });

  it('opens again what it has opened, and still nothing else', () => {
    const [one, other] = [vault.seal('one'), vault.seal('other')];
    const twice = [one, other, one, other].map((sealed) => vault.open(sealed));
    expect(twice).toEqual(['one', 'other', 'one', 'other']);
    const damaged = one.replace(
      /\.[^.]([^.]*)$/,
      (_, rest: string) => `.${one.endsWith(`.A${rest}`) ? 'B' : 'A'}${rest}`,
    );
    expect(() => vault.open(damaged)).toThrow();
    expect(() => vault.open(damaged)).toThrow();
  });

  it('says what to do when another key is wanted', () => {
    const other = vaultOf({ WEBHOOK_SECRET_KEY: keyOf(2) });
    expect(() => other.open(vault.seal('secret'))).toThrow(/another key: set WEBHOOK_SECRET_KEY/);
  });

  it('opens with a second key too, and seals with the first', () => {
    const other = vaultOf({ WEBHOOK_SECRET_KEY: keyOf(2) });
    const both = vaultOf({ WEBHOOK_SECRET_KEY: keyOf(2), WEBHOOK_SECRET_KEY_SECOND: keyOf(1) });
    expect([vault, other].map((one) => both.open(one.seal('secret')))).toEqual(['secret', 'secret']);
    expect(other.open(both.seal('secret'))).toBe('secret');
    expect(both.fingerprints).toEqual([...other.fingerprints, ...vault.fingerprints]);
    const same = vaultOf({ WEBHOOK_SECRET_KEY: keyOf(2), WEBHOOK_SECRET_KEY_SECOND: keyOf(2) });
    expect(same.fingerprints).toEqual(other.fingerprints);
  });

  it.each(['short', Buffer.alloc(31).toString('base64'), `${keyOf(1)}=`, keyOf(1).slice(0, -1)])(
    'takes no key such as %s, and does not repeat it',
    (key) => {
      expect(() => vaultOf({ WEBHOOK_SECRET_KEY: key })).toThrow(/WEBHOOK_SECRET_KEY must be base64 of 32/);
      expect(() => vaultOf({ WEBHOOK_SECRET_KEY: key })).not.toThrow(new RegExp(key.replace(/[+/]/g, '.')));
    },
  );
});

describe('without a key in the settings', () => {
  const parent = mkdtempSync(join(tmpdir(), 'planning-vault-'));
  let directory: string;
  let file: string;
  let count = 0;

  beforeEach(() => {
    directory = join(parent, String((count += 1)), 'data');
    file = join(directory, 'webhook-secret.key');
  });
  afterAll(() => rmSync(parent, { recursive: true }));

  it('the vault makes a key file that only its owner reads, and uses it ever after', () => {
    const sealed = vaultOf({ DATA_DIRECTORY: directory }).seal('secret');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(directory)).toEqual(['webhook-secret.key']);
    expect(vaultOf({ DATA_DIRECTORY: directory }).open(sealed)).toBe('secret');
    const text = readFileSync(file, 'utf8').trim();
    expect(vaultOf({ WEBHOOK_SECRET_KEY: text }).open(sealed)).toBe('secret');
  });

  it('the vault leaves alone what a process with the same number, in another container, is writing', () => {
    mkdirSync(directory, { recursive: true });
    const other = `${file}.${process.pid}`;
    writeFileSync(other, '');
    vaultOf({ DATA_DIRECTORY: directory }).seal('secret');
    expect(readFileSync(other, 'utf8')).toBe('');
  });

  it('nothing is written before there is something to encrypt', () => {
    vaultOf({ DATA_DIRECTORY: directory });
    expect(() => statSync(directory)).toThrow('ENOENT');
  });

  it('a key file that holds no key is never replaced', () => {
    vaultOf({ DATA_DIRECTORY: directory }).seal('secret');
    chmodSync(file, 0o600);
    writeFileSync(file, '');
    expect(() => vaultOf({ DATA_DIRECTORY: directory }).seal('secret')).toThrow(/restore the file or set/);
    expect(readFileSync(file, 'utf8')).toBe('');
  });

  it('a key file that cannot be read, such as one that root has copied, is not said to hold another key', () => {
    mkdirSync(file, { recursive: true });
    expect(() => vaultOf({ DATA_DIRECTORY: directory }).seal('secret')).toThrow(
      /cannot be read \(EISDIR\): give the file to the user who runs the program/,
    );
  });

  it('a place where no file can be made is named, with what to do', () => {
    writeFileSync(join(parent, 'blocked'), '');
    const vault = vaultOf({ DATA_DIRECTORY: join(parent, 'blocked', 'data') });
    expect(() => vault.seal('secret')).toThrow(/WEBHOOK_SECRET_KEY/);
  });
});
