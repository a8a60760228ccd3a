import { describe, expect, it } from '@jest/globals';
import { newSecret, signedHeaders } from '../../src/contexts/integrations/signing/webhook-signature.js';
import { envelopeOf } from '../../src/platform/events/index.js';
import { newId } from '../../src/platform/values/index.js';
import type { Receipt } from '../support/servers/ledger-receiver.js';
import { compare, noDifference } from '../support/installations/ledgers.js';

const subscriber = { id: newId(), path: '/a', secret: newSecret() };

/** What the subscriber gets for a record. */
function receiptOf(recordId: string): Receipt {
  const now = new Date();
  const event = { topic: 'client.created', organizationId: newId(), id: recordId };
  const { id, body } = envelopeOf(event, now);
  const signed = Object.entries(signedHeaders({ id, body, secrets: [subscriber.secret], at: now }));
  const headers = Object.fromEntries(signed.map(([name, value]) => [name.toLowerCase(), value]));
  return { path: subscriber.path, at: now.getTime(), headers, body };
}

/** The suite is worth what its comparison sees. */
describe('the comparison of ledgers', () => {
  const [one, other] = [newId(), newId()];
  const [first, second] = [receiptOf(one), receiptOf(other)];
  const differences = (receipts: Receipt[], readable = [one, other], acknowledged = readable) =>
    compare({
      acknowledged: new Set(acknowledged),
      readable: new Set(readable),
      receipts,
      subscribers: [subscriber],
    });

  it('finds nothing where everybody has the same', async () => {
    expect(await differences([first, second])).toEqual(noDifference);
    expect(await differences([first, second], [one, other], [one])).toEqual(noDifference);
  });

  it('finds what was acknowledged and is gone, and what is there and did not arrive', async () => {
    expect(await differences([first, second], [one, other], [one, other, 'gone'])).toEqual({
      ...noDifference,
      lost: ['gone'],
    });
    expect(await differences([first])).toEqual({ ...noDifference, lost: [`/a ${other}`] });
    expect(await differences([first, { ...second, path: '/b' }])).toMatchObject({ lost: [`/a ${other}`] });
  });

  it('finds what arrived and is not there', async () => {
    expect(await differences([first, second], [one])).toEqual({ ...noDifference, phantom: [other] });
  });

  it('tells what comes again from what comes under another id or with other bytes', async () => {
    expect(await differences([first, first, second])).toEqual({ ...noDifference, repeated: 1 });
    const renamed = receiptOf(one);
    expect(await differences([first, second, renamed])).toEqual({
      ...noDifference,
      differing: [`/a ${one}`],
      repeated: 1,
    });
    const changed = { ...first, body: `${first.body} ` };
    expect(await differences([first, second, changed])).toMatchObject({ differing: [`/a ${one}`] });
  });

  it('finds what was not signed, or by somebody else', async () => {
    const id = first.headers['webhook-id'];
    for (const name of ['x-service-signature', 'webhook-signature', 'webhook-id']) {
      const headers = { ...first.headers, [name]: second.headers[name] ?? '' };
      const { forged } = await differences([{ ...first, headers }, second]);
      expect(forged).toEqual([`/a ${headers['webhook-id']}`]);
    }
    const changed = { ...first, body: `${first.body} ` };
    expect((await differences([changed, second])).forged).toEqual([`/a ${id}`]);
  });
});
