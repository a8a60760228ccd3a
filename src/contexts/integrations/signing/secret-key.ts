import { randomBytes, randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { SettingsError } from '../../../platform/config/settings.js';

export const KEY_BYTES = 32;
export const KEY_FILE = 'webhook-secret.key';

/**
 * The key in this file, which is made when it is not there: base64, readable by its owner only.
 * @throws SettingsError that says what to do
 */
export function readOrCreateKey(file: string): Buffer {
  const present = readKey(file);
  if (present) return present;
  // Not by the number of the process: containers that share a directory have the same ones.
  const temporary = `${file}.${randomUUID()}`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(temporary, `${randomBytes(KEY_BYTES).toString('base64')}\n`, {
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

function readKey(file: string): Buffer | null {
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

function unusable(file: string): never {
  throw new SettingsError(
    `${file} does not hold the key of the webhooks' secrets: restore the file or set WEBHOOK_SECRET_KEY.`,
  );
}
