import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { dataDirectoryOf, SettingsError } from '../../../platform/config/index.js';
import type { WebhookSettings } from '../integrations.settings.js';

export const KEY_BYTES = 32;
const KEY_FILE = 'webhook-secret.key';

export const keyFileOf = ({ DATA_DIRECTORY }: WebhookSettings): string =>
  join(dataDirectoryOf(DATA_DIRECTORY), KEY_FILE);

/** Creates a missing file, readable by its owner only. @throws SettingsError that says what to do */
export function readOrCreateKey(file: string): Buffer {
  return readKey(file) ?? keepKey(file, randomBytes(KEY_BYTES));
}

/** @returns the existing key, if the file has one @throws SettingsError that says what to do */
export function keepKey(file: string, key: Buffer): Buffer {
  // Not by process id: containers that share the directory have the same ones.
  const temporary = `${file}.${randomUUID()}`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(temporary, `${key.toString('base64')}\n`, {
      mode: 0o600,
      flag: 'wx',
      flush: true,
    });
    // A hard link is atomic and never replaces a file.
    linkSync(temporary, file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST')
      throw new SettingsError(
        `The key of the webhooks' secrets cannot be kept in ${file} (${message}): set WEBHOOK_SECRET_KEY to base64 of ${KEY_BYTES} random bytes.`,
      );
  } finally {
    rmSync(temporary, { force: true });
  }
  return readKey(file) ?? unusable(file);
}

export function readKey(file: string): Buffer | null {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    throw new SettingsError(
      `The key of the webhooks' secrets in ${file} cannot be read (${code}): give the file to the user who runs the program, or set WEBHOOK_SECRET_KEY.`,
    );
  }
  const key = Buffer.from(text, 'base64');
  return key.length === KEY_BYTES ? key : unusable(file);
}

const FINGERPRINT_DIGITS = 16;

export const fingerprintOf = (key: Buffer): string =>
  createHash('sha256').update('webhook secret key').update(key).digest('hex').slice(0, FINGERPRINT_DIGITS);

function unusable(file: string): never {
  throw new SettingsError(
    `${file} does not hold the key of the webhooks' secrets: restore the file or set WEBHOOK_SECRET_KEY.`,
  );
}
