import { aClient, aPipeline } from '../../factories/sales.factory.js';
import type { ApiClient } from '../requests/api-client.js';

/** Ids. */
export interface Sales {
  readonly client: string;
  readonly pipeline: string;
  readonly open: string;
  readonly won: string;
}

/** What a project of a client may name, in an organization with a currency and a target margin. */
export async function createSales(api: ApiClient): Promise<Sales> {
  await api.patch('/v1/organization', { currency_code: 'EUR', target_margin: 0.35 });
  const { id: client } = await api.create('/v1/clients', aClient());
  const stages = [
    { name: 'Offer', outcome: 'open' },
    { name: 'Won', outcome: 'won' },
  ];
  const made = await api.create<{ id: string; stages: { id: string }[] }>(
    '/v1/pipelines',
    aPipeline({ stages }),
  );
  const [open, won] = made.stages.map(({ id }) => id) as [string, string];
  for (const name of ['Key account', 'remote', 'Old tag']) await api.create('/v1/tags', { name });
  return { client, pipeline: made.id, open, won };
}
