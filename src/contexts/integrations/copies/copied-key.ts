import type { ClientBase } from 'pg';
import type { WebhookSettings } from '../integrations.settings.js';
import { fingerprintOf, keepKey, keyFileOf, readKey } from '../signing/secret-key.js';
import { usedKeys } from '../signing/sealed-secret.repository.js';

export interface PresentKey {
  readonly bytes: Buffer;
  readonly fingerprint: string;
  readonly place: string;
}

export const keyPlaceOf = (settings: WebhookSettings): string =>
  settings.WEBHOOK_SECRET_KEY ? 'WEBHOOK_SECRET_KEY' : keyFileOf(settings);

/** The current key, and during a rotation the previous one. @throws SettingsError when the file has none */
export function findKeys(settings: WebhookSettings): PresentKey[] {
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

export async function findUsedKeys(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ fingerprint: string }>(usedKeys);
  return rows.map(({ fingerprint }) => fingerprint);
}

export function keepCopiedKey(settings: WebhookSettings, key: Buffer): void {
  keepKey(keyFileOf(settings), key);
}
