import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const NEW_SECRET_BYTES = 32;
// The bounds of the Standard Webhooks specification.
const LEAST_SECRET_BYTES = 24;
const MOST_SECRET_BYTES = 64;
const LONGEST_SECRET = PREFIX.length + 4 * Math.ceil(MOST_SECRET_BYTES / 3);

interface SignedMessage {
  /** The same for every attempt, so that a receiver knows what it has had already. */
  readonly id: string;
  readonly body: string;
  /** The current one first; during a rotation the previous one after it. */
  readonly secrets: readonly string[];
  readonly at: Date;
}

/** `whsec_` and base64 of 32 random bytes. */
export const newSecret = (): string => PREFIX + randomBytes(NEW_SECRET_BYTES).toString('base64');

/** True for `whsec_` and base64, padded and of the standard alphabet, of 24 to 64 bytes. */
export function isSecret(text: unknown): text is string {
  if (typeof text !== 'string' || text.length > LONGEST_SECRET || !text.startsWith(PREFIX)) return false;
  const key = keyOf(text);
  const isFitting = key.length >= LEAST_SECRET_BYTES && key.length <= MOST_SECRET_BYTES;
  return isFitting && PREFIX + key.toString('base64') === text;
}

/**
 * What lets a receiver verify a delivery, in two ways: X-Service-Signature over `{timestamp}.{body}` with the whole
 * text of the secret as key, and the headers of Standard Webhooks over `{id}.{timestamp}.{body}` with the bytes that
 * the secret encodes. During a rotation webhook-signature has a part for each secret; X-Service-Signature, which
 * holds one value, is made with the current secret.
 * @throws Error without a secret
 */
export function signedHeaders({ id, body, secrets, at }: SignedMessage): Record<string, string> {
  const [current] = secrets;
  if (current === undefined) throw new Error('A delivery needs a secret to be signed with.');
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const service = hmac(current, `${timestamp}.${body}`).toString('hex');
  const standard = secrets.map(
    (secret) => `v1,${hmac(keyOf(secret), `${id}.${timestamp}.${body}`).toString('base64')}`,
  );
  return {
    'X-Service-Signature': `sha256=${service}`,
    'X-Service-Timestamp': timestamp,
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': standard.join(' '),
  };
}

const keyOf = (secret: string): Buffer => Buffer.from(secret.slice(PREFIX.length), 'base64');

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
