import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, SettingsError, type Settings } from '../../../platform/config/settings.js';
import { fingerprintOf, keyFileOf, readOrCreateKey } from './secret-key.js';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
// A few for each subscriber that gets webhooks at this time.
const MOST_OPENED = 10_000;

/** The first part of every sealed text. */
export const SEAL = 'v1';

interface Key {
  readonly bytes: Buffer;
  readonly fingerprint: string;
}

/**
 * Encrypts the secrets of webhooks for the database. A sealed text is `v1.{fingerprint of the key}.{base64 of
 * initialization vector, tag and ciphertext}`, so the database tells with which key it can be read.
 */
@Injectable()
export class SecretVault {
  private held: Key | undefined;
  private readonly second: Key | undefined;
  /** What was opened of late, by its sealed form: to decrypt a secret costs a good part of what an attempt costs. */
  private readonly opened = new Map<string, string>();

  constructor(@Inject(SETTINGS) private readonly settings: Settings) {
    const { WEBHOOK_SECRET_KEY_SECOND: second } = settings;
    this.second = second && keyOf(second);
  }

  /**
   * Name the keys without giving them away: the one that seals and opens, then the one that only opens, if there is one.
   * @throws SettingsError when there is no key and none can be made
   */
  get fingerprints(): readonly [string, string?] {
    const { fingerprint } = this.key;
    return this.second && this.second.fingerprint !== fingerprint
      ? [fingerprint, this.second.fingerprint]
      : [fingerprint];
  }

  get hasSecondKey(): boolean {
    return this.second !== undefined;
  }

  /** Where the key is kept when no setting gives one. */
  get keyFile(): string {
    return keyFileOf(this.settings);
  }

  /** @throws SettingsError when there is no key and none can be made */
  seal(plain: string): string {
    const { bytes, fingerprint } = this.key;
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, bytes, iv, { authTagLength: TAG_BYTES });
    const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    return `${SEAL}.${fingerprint}.${Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64')}`;
  }

  /** @throws SettingsError when it was sealed with another key, Error when it was tampered with */
  open(sealed: string): string {
    const known = this.opened.get(sealed);
    if (known !== undefined) return known;
    const plain = this.decrypt(sealed);
    if (this.opened.size >= MOST_OPENED) this.opened.clear();
    this.opened.set(sealed, plain);
    return plain;
  }

  private decrypt(sealed: string): string {
    const [seal, fingerprint = '', content = ''] = sealed.split('.');
    if (seal !== SEAL) throw new Error('This is not the sealed form of a secret.');
    const key = [this.second, this.key].find((one) => one?.fingerprint === fingerprint);
    if (!key) throw otherKey(this.keyFile);
    const bytes = Buffer.from(content, 'base64');
    const decipher = createDecipheriv(ALGORITHM, key.bytes, bytes.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const text = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  }

  // Held from the first use on: a program that has no webhooks needs no key and no place to keep one.
  private get key(): Key {
    this.held ??= keyOf(this.settings.WEBHOOK_SECRET_KEY ?? readOrCreateKey(this.keyFile));
    return this.held;
  }
}

const keyOf = (bytes: Buffer): Key => ({ bytes, fingerprint: fingerprintOf(bytes) });

/** @param keyFile where the key is kept without the setting */
export const otherKey = (keyFile: string): SettingsError =>
  new SettingsError(
    `The secrets of the webhooks were encrypted with another key: set WEBHOOK_SECRET_KEY to that key, or WEBHOOK_SECRET_KEY_SECOND while it is being replaced, or restore it in ${keyFile}.`,
  );
