import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SettingsError, type Settings } from '../../../platform/config/settings.js';
import { dataDirectoryOf } from '../../../platform/database/embedded-postgres/server-files.js';

export const KEY_BYTES = 32;
const KEY_FILE = 'webhook-secret.key';

/** Where the key is kept when no setting gives one. */
export const keyFileOf = ({ DATA_DIRECTORY }: Settings): string =>
  join(dataDirectoryOf(DATA_DIRECTORY), KEY_FILE);

/**
 * The key in this file, which is made when it is not there: base64, readable by its owner only.
 * @throws SettingsError that says what to do
 */
export function readOrCreateKey(file: string): Buffer {
  return readKey(file) ?? keepKey(file, randomBytes(KEY_BYTES));
}

/**
 * Keeps the key in this file, unless there is one already.
 * @returns the one that is in the file then
 * @throws SettingsError that says what to do
 */
export function keepKey(file: string, key: Buffer): Buffer {
  // Not by the number of the process: containers that share a directory have the same ones.
  const temporary = `${file}.${randomUUID()}`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(temporary, `${key.toString('base64')}\n`, {
      mode: 0o600,
      flag: 'wx',
      flush: true,
    });
    // A link is made whole or not at all, and never in the place of one that another process has made.
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

/** The key in this file; null when it is not there. @throws SettingsError when it holds none */
export function readKey(file: string): Buffer | null {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    return unusable(file);
  }
  const key = Buffer.from(text, 'base64');
  return key.length === KEY_BYTES ? key : unusable(file);
}

const FINGERPRINT_DIGITS = 16;

/** Names a key without giving it away. */
export const fingerprintOf = (key: Buffer): string =>
  createHash('sha256').update('webhook secret key').update(key).digest('hex').slice(0, FINGERPRINT_DIGITS);

function unusable(file: string): never {
  throw new SettingsError(
    `${file} does not hold the key of the webhooks' secrets: restore the file or set WEBHOOK_SECRET_KEY.`,
  );
}
