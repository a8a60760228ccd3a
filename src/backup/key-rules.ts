import { findKeys, fingerprintOf, keepCopiedKey, keyPlaceOf } from '../contexts/integrations/index.js';
import type { Settings } from '../platform/config/settings.js';
import { BackupFault } from './backup-fault.js';
import type { Header } from './document/format.js';

/** How the key of the webhooks' secrets stands where a backup was restored. */
export type KeyState =
  /** No secret is encrypted. */
  | 'not_needed'
  /** It came with the backup, and is in the key file now. */
  | 'restored'
  /** It is there already. */
  | 'present'
  /** It has to be brought before the program starts. */
  | 'missing';

/**
 * The key for a backup that is to have it, in base64; null where no secret needs one and there is none.
 * @param used fingerprints of the keys that the secrets in the database need
 * @throws BackupFault when this machine does not have it
 */
export function keyForBackup(settings: Settings, used: readonly string[]): string | null {
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

/** @throws BackupFault when this machine has another key than the one that came with the backup */
export function keyMustNotDiffer(settings: Settings, { key }: Header): void {
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

/** Keeps the key of a backup that has it. @throws BackupFault when another one came to be there meanwhile */
export function placeKey(settings: Settings, header: Header): KeyState {
  const isThere = findKeys(settings).length > 0;
  if (header.key !== null && !isThere) keepCopiedKey(settings, Buffer.from(header.key, 'base64'));
  keyMustNotDiffer(settings, header);
  if (header.key !== null) return isThere ? 'present' : 'restored';
  if (header.key_fingerprints.length === 0) return 'not_needed';
  const here = findKeys(settings).map(({ fingerprint }) => fingerprint);
  return header.key_fingerprints.every((used) => here.includes(used)) ? 'present' : 'missing';
}
