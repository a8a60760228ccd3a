import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const NEW_SECRET_BYTES = 32;
// Bounds of the Standard Webhooks specification.
const MIN_SECRET_BYTES = 24;
const MAX_SECRET_BYTES = 64;
const MAX_SECRET_LENGTH = PREFIX.length + 4 * Math.ceil(MAX_SECRET_BYTES / 3);

interface SignedMessage {
  readonly id: string;
  readonly body: string;
  readonly secrets: readonly string[];
  readonly at: Date;
}

export const newSecret = (): string => PREFIX + randomBytes(NEW_SECRET_BYTES).toString('base64');

/** `whsec_` and padded base64 of 24 to 64 bytes. */
export function isSecret(text: unknown): text is string {
  if (typeof text !== 'string' || text.length > MAX_SECRET_LENGTH || !text.startsWith(PREFIX)) return false;
  const key = keyOf(text);
  const isFitting = key.length >= MIN_SECRET_BYTES && key.length <= MAX_SECRET_BYTES;
  return isFitting && PREFIX + key.toString('base64') === text;
}

/**
 * X-Service-Signature covers `{timestamp}.{body}`, with the secret's text as key; Standard Webhooks headers
 * cover `{id}.{timestamp}.{body}`, with the decoded bytes, and during a rotation have both signatures.
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
