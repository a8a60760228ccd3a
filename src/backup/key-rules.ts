import {
  findKeys,
  fingerprintOf,
  keepCopiedKey,
  keyPlaceOf,
  type WebhookSettings,
} from '../contexts/integrations/index.js';
import { BackupFault } from './backup-fault.js';
import type { Header } from './document/format.js';

export type KeyState =
  | 'not_needed'
  | 'restored'
  | 'present'
  /** Must be provided before the program starts. */
  | 'missing';

/** Base64; null: none needed. @param used fingerprints @throws BackupFault when this machine lacks the key */
export function keyForBackup(settings: WebhookSettings, used: readonly string[]): string | null {
  if (used.length > 1)
    throw new BackupFault(
      `The webhooks' secrets are encrypted with ${used.length} keys: start this again when the old one is replaced, or leave out --with-key.`,
    );
  const keys = findKeys(settings);
  const key = used.length === 0 ? keys[0] : keys.find(({ fingerprint }) => fingerprint === used[0]);
  if (used.length > 0 && !key)
    throw new BackupFault(
      `The key of the webhooks' secrets is not here (${keyPlaceOf(settings)}): bring it, or leave out --with-key.`,
    );
  return key?.bytes.toString('base64') ?? null;
}

/** @throws BackupFault when this machine has another key */
export function keyMustNotDiffer(settings: WebhookSettings, { key }: Header): void {
  const keys = findKeys(settings);
  const [first] = keys;
  if (key === null || !first) return;
  const { fingerprint, place } = first;
  const inside = Buffer.from(key, 'base64');
  if (keys.some(({ bytes }) => bytes.equals(inside))) return;
  const remedy = settings.WEBHOOK_SECRET_KEY
    ? 'take it out of the settings'
    : 'move it away, or restore with another DATA_DIRECTORY';
  throw new BackupFault(
    `${place} holds another key than the backup (${fingerprint} instead of ${fingerprintOf(inside)}): ${remedy}.`,
  );
}

export function placeKey(settings: WebhookSettings, header: Header): KeyState {
  const isThere = findKeys(settings).length > 0;
  if (header.key !== null && !isThere) keepCopiedKey(settings, Buffer.from(header.key, 'base64'));
  keyMustNotDiffer(settings, header);
  if (header.key !== null) return isThere ? 'present' : 'restored';
  if (header.key_fingerprints.length === 0) return 'not_needed';
  const here = findKeys(settings).map(({ fingerprint }) => fingerprint);
  return header.key_fingerprints.every((used) => here.includes(used)) ? 'present' : 'missing';
}
