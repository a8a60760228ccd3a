import { verify } from '@octokit/webhooks-methods';
import { Webhook } from 'standardwebhooks';
import type { ApiClient } from '../requests/api-client.js';
import type { LedgerSubscriber } from './installation.js';
import type { Receipt } from '../servers/ledger-receiver.js';

/** What three sides know of the same records. */
export interface Ledgers {
  /** Ids that the API answered with 201. */
  readonly acknowledged: ReadonlySet<string>;
  /** Ids that it reads back afterwards. */
  readonly readable: ReadonlySet<string>;
  /** What the subscribers got, each of which should have everything. */
  readonly receipts: readonly Receipt[];
  readonly subscribers: readonly LedgerSubscriber[];
}

export interface Differences {
  /** Records that were acknowledged and are not there, or are there and whose event somebody did not get. */
  readonly lost: readonly string[];
  /** Events whose record cannot be read. */
  readonly phantom: readonly string[];
  /** Events that came again with other bytes, or under another id. */
  readonly differing: readonly string[];
  /** What a receiver that checks signatures would refuse. */
  readonly forged: readonly string[];
  /** How often events came again, with the same id and bytes. */
  readonly repeated: number;
}

/** What there is to be without a fault; with one, only `repeated` may be another number. */
export const noDifference: Differences = { lost: [], phantom: [], differing: [], forged: [], repeated: 0 };

export async function compare({ acknowledged, readable, ...got }: Ledgers): Promise<Differences> {
  const lost = [...acknowledged].filter((id) => !readable.has(id));
  const phantom = new Set<string>();
  const differing: string[] = [];
  let repeated = 0;
  for (const { path } of got.subscribers) {
    const byRecord = new Map<string, Receipt[]>();
    for (const receipt of got.receipts.filter((one) => one.path === path)) {
      const id = recordOf(receipt);
      byRecord.set(id, [...(byRecord.get(id) ?? []), receipt]);
    }
    for (const id of readable) if (!byRecord.has(id)) lost.push(`${path} ${id}`);
    for (const [id, receipts] of byRecord) {
      if (!readable.has(id)) phantom.add(id);
      const different = new Set(receipts.map(({ headers, body }) => `${headers['webhook-id']} ${body}`));
      if (different.size > 1) differing.push(`${path} ${id}`);
      repeated += receipts.length - 1;
    }
  }
  return { lost, phantom: [...phantom], differing, forged: await forgedOf(got), repeated };
}

/** The id of every record of a collection. */
export async function readableIds(api: ApiClient, collection: string): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 1; ; page += 1) {
    const { body } = await api.get<{ results: { id: string }[] }>(`${collection}?page=${page}`);
    if (body.results.length === 0) return ids;
    ids.push(...body.results.map(({ id }) => id));
  }
}

async function forgedOf({
  receipts,
  subscribers,
}: Pick<Ledgers, 'receipts' | 'subscribers'>): Promise<string[]> {
  const secrets = new Map(subscribers.map(({ path, secret }) => [path, secret]));
  const forged: string[] = [];
  for (const receipt of receipts) {
    if (!(await isSigned(receipt, secrets.get(receipt.path) ?? ''))) {
      forged.push(`${receipt.path} ${receipt.headers['webhook-id']}`);
    }
  }
  return forged;
}

/** By both signatures, each as a library of others sees it. */
async function isSigned(receipt: Receipt, secret: string): Promise<boolean> {
  const { headers, body } = receipt;
  const signed = `${headers['x-service-timestamp']}.${body}`;
  try {
    if (!(await verify(secret, signed, headers['x-service-signature'] ?? ''))) return false;
    return verifiedAtArrival(receipt, secret).CorrelationId === headers['webhook-id'];
  } catch {
    return false;
  }
}

/** The library refuses what was signed five minutes ago, and a run may take longer. */
function verifiedAtArrival({ at, headers, body }: Receipt, secret: string): { CorrelationId: string } {
  const { now } = Date;
  Date.now = () => at;
  try {
    return new Webhook(secret).verify(body, { ...headers }) as { CorrelationId: string };
  } finally {
    Date.now = now;
  }
}

const recordOf = ({ body }: Receipt): string => (JSON.parse(body) as { Payload: { Id: string } }).Payload.Id;
