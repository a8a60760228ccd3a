import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { verify } from '@octokit/webhooks-methods';
import { Webhook } from 'standardwebhooks';
import { isSecret, newSecret, signedHeaders } from './webhook-signature.js';

const id = '01a1fcff-c643-72b2-a6b5-5ebf6325c98d';
const body = '{"Payload":{"Name":"Ünïcode ✓"},"Topic":"client.created"}';

describe('the headers of a delivery', () => {
  const [current, previous] = [newSecret(), newSecret()];
  const headers = signedHeaders({ id, body, secrets: [current, previous], at: new Date() });

  it('are verified with the current secret by who verifies webhooks of the usual kind', async () => {
    const signed = `${headers['X-Service-Timestamp']}.${body}`;
    const signature = headers['X-Service-Signature'] ?? '';
    expect(await verify(current, signed, signature)).toBe(true);
    expect(await verify(previous, signed, signature)).toBe(false);
    expect(await verify(current, `${signed} `, signature)).toBe(false);
  });

  it('are verified with either secret by who knows Standard Webhooks', () => {
    for (const secret of [current, previous])
      expect(new Webhook(secret).verify(body, headers)).toMatchObject({ Topic: 'client.created' });
    expect(() => new Webhook(newSecret()).verify(body, headers)).toThrow('No matching signature');
    expect(() => new Webhook(current).verify(body.replace('client', 'person'), headers)).toThrow();
    expect(headers['webhook-signature']?.split(' ')).toHaveLength(2);
  });

  it('have the time of the attempt in whole seconds, and the same id for each attempt', () => {
    const at = (time: string) => signedHeaders({ id, body, secrets: [current], at: new Date(time) });
    const [first, second] = [at('2026-11-21T10:00:00.999Z'), at('2026-11-21T10:05:00Z')];
    expect(first).toMatchObject({
      'X-Service-Timestamp': '1795255200',
      'webhook-timestamp': '1795255200',
      'webhook-id': id,
    });
    expect(second['webhook-id']).toBe(id);
    expect(second['webhook-signature']).not.toBe(first['webhook-signature']);
    const hmac = createHmac('sha256', current).update(`1795255200.${body}`).digest('hex');
    expect(first['X-Service-Signature']).toBe(`sha256=${hmac}`);
  });

  it('cannot be made without a secret', () => {
    expect(() => signedHeaders({ id, body, secrets: [], at: new Date() })).toThrow('needs a secret');
  });
});

describe('a secret', () => {
  const secretOf = (bytes: number) => `whsec_${Buffer.alloc(bytes, 7).toString('base64')}`;

  it('is whsec_ and base64 of 32 random bytes when it is made here', () => {
    const secrets = Array.from({ length: 100 }, newSecret);
    expect(new Set(secrets).size).toBe(100);
    for (const secret of secrets) expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(secrets.every(isSecret)).toBe(true);
  });

  it.each([secretOf(24), secretOf(25), secretOf(64)])('may be %s', (secret) => {
    expect(isSecret(secret)).toBe(true);
  });

  it.each([
    ...[secretOf(23), secretOf(65), 'whsec_', '', null, 5, ['whsec_']],
    secretOf(24).slice(6),
    secretOf(25).replace(/=+$/, ''),
    `${secretOf(24)} `,
    ` ${secretOf(24)}`,
    secretOf(24).replace('w', 'W'),
    `whsec_${Buffer.alloc(24, 255).toString('base64url')}`,
    secretOf(24).replace('B', '*'),
  ])('must not be %p', (secret) => {
    expect(isSecret(secret)).toBe(false);
  });
});
