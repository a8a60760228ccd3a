import { api, type Schemas } from '../../api/client.js';
import { POLL_MS } from '../../api/poll.js';

const PAGE_SIZE = 50;

interface Filter {
  readonly state: Schemas['WebhookDeliveryState'] | undefined;
  readonly topic: Schemas['WebhookTopic'] | undefined;
  readonly after: string;
}

interface NewestDeliveries {
  readonly deliveries: readonly Schemas['ListedWebhookDeliveryResponse'][];
  readonly total: number;
  readonly pages: number;
  readonly error: unknown;
  readonly isKnown: boolean;
}

/** The API lists them as they were made; who looks for a fault wants the last ones. @param back pages from the newest */
export function useNewestDeliveries(id: string, filter: Filter, back: number): NewestDeliveries {
  const first = usePage(id, filter, 1, true);
  const pages = first.data?.total_pages ?? 1;
  const wanted = Math.max(1, pages - back);
  const other = usePage(id, filter, wanted, wanted > 1);
  const shown = wanted > 1 ? other : first;
  return {
    deliveries: shown.data?.results.toReversed() ?? [],
    total: first.data?.total ?? 0,
    pages,
    error: first.error ?? other.error,
    isKnown: shown.isSuccess,
  };
}

const usePage = (id: string, { state, topic, after }: Filter, page: number, enabled: boolean) =>
  api.useQuery(
    'get',
    '/v1/webhook-subscribers/{id}/deliveries',
    {
      params: {
        path: { id },
        query: {
          page,
          pageSize: PAGE_SIZE,
          created_after: after,
          ...(state !== undefined && { state: [state] }),
          ...(topic !== undefined && { topic }),
        },
      },
    },
    { enabled, refetchInterval: POLL_MS, placeholderData: (before) => before },
  );
