import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, SettingsError } from '../../../platform/config/index.js';
import type { WebhookSettings } from '../integrations.settings.js';
import { fingerprintOf, keyFileOf, readOrCreateKey } from './secret-key.js';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const MAX_OPENED = 10_000;

export const SEAL = 'v1';

interface Key {
  readonly bytes: Buffer;
  readonly fingerprint: string;
}

/** Encrypted text: `v1.{key fingerprint}.{base64 of IV, tag and ciphertext}`. */
@Injectable()
export class SecretVault {
  private held: Key | undefined;
  private readonly second: Key | undefined;
  /** Cache of decrypted secrets: decryption is a large part of an attempt's cost. */
  private readonly opened = new Map<string, string>();

  constructor(@Inject(SETTINGS) private readonly settings: WebhookSettings) {
    const { WEBHOOK_SECRET_KEY_SECOND: second } = settings;
    this.second = second && keyOf(second);
  }

  /** Of the current and the previous key. @throws SettingsError when there is no key and none can be created */
  get fingerprints(): readonly [string, string?] {
    const { fingerprint } = this.key;
    return this.second && this.second.fingerprint !== fingerprint
      ? [fingerprint, this.second.fingerprint]
      : [fingerprint];
  }

  get hasSecondKey(): boolean {
    return this.second !== undefined;
  }

  get keyFile(): string {
    return keyFileOf(this.settings);
  }

  /** @throws SettingsError when there is no key and none can be created */
  seal(plain: string): string {
    const { bytes, fingerprint } = this.key;
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, bytes, iv, { authTagLength: TAG_BYTES });
    const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    return `${SEAL}.${fingerprint}.${Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64')}`;
  }

  /** @throws SettingsError when encrypted with another key, Error when tampered with */
  open(sealed: string): string {
    const known = this.opened.get(sealed);
    if (known !== undefined) return known;
    const plain = this.decrypt(sealed);
    if (this.opened.size >= MAX_OPENED) this.opened.clear();
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

  // Lazy: without webhooks no key and no file are needed.
  private get key(): Key {
    this.held ??= keyOf(this.settings.WEBHOOK_SECRET_KEY ?? readOrCreateKey(this.keyFile));
    return this.held;
  }
}

const keyOf = (bytes: Buffer): Key => ({ bytes, fingerprint: fingerprintOf(bytes) });

export const otherKey = (keyFile: string): SettingsError =>
  new SettingsError(
    `The secrets of the webhooks were encrypted with another key: set WEBHOOK_SECRET_KEY to that key, or WEBHOOK_SECRET_KEY_SECOND while it is being replaced, or restore it in ${keyFile}.`,
  );
