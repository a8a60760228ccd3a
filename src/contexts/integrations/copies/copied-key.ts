import type { ClientBase } from 'pg';
import type { Settings } from '../../../platform/config/settings.js';
import { fingerprintOf, keepKey, keyFileOf, readKey } from '../signing/secret-key.js';
import { usedKeys } from '../signing/sealed-secret.repository.js';

/** The key of the webhooks' secrets, as this machine has it. */
export interface PresentKey {
  readonly bytes: Buffer;
  readonly fingerprint: string;
  /** The setting, or the file that holds it. */
  readonly place: string;
}

/** Where the key is, or would be, on this machine. */
export const keyPlaceOf = (settings: Settings): string =>
  settings.WEBHOOK_SECRET_KEY ? 'WEBHOOK_SECRET_KEY' : keyFileOf(settings);

/**
 * The key, and the one that reads too while one replaces the other. None is made.
 * @throws SettingsError when the file holds none
 */
export function findKeys(settings: Settings): PresentKey[] {
  const { WEBHOOK_SECRET_KEY: first, WEBHOOK_SECRET_KEY_SECOND: second } = settings;
  const key = first ?? readKey(keyFileOf(settings));
  return [
    ...(key ? [presentKey(key, keyPlaceOf(settings))] : []),
    ...(second ? [presentKey(second, 'WEBHOOK_SECRET_KEY_SECOND')] : []),
  ];
}

const presentKey = (bytes: Buffer, place: string): PresentKey => ({
  bytes,
  fingerprint: fingerprintOf(bytes),
  place,
});

/** Fingerprints of the keys that the secrets of this database need. */
export async function findUsedKeys(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ fingerprint: string }>(usedKeys);
  return rows.map(({ fingerprint }) => fingerprint);
}

/** Keeps a key that came with a copy in the key file, unless one is there. @throws SettingsError when it cannot */
export function keepCopiedKey(settings: Settings, key: Buffer): void {
  keepKey(keyFileOf(settings), key);
}
