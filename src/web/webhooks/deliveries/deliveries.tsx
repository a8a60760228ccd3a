import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api, type Schemas } from '../../api/client.js';
import { webhookDeliveryStateValues, webhookTopicValues } from '../../generated/api.js';
import { Button } from '../../ui/controls/button.js';
import { Choice } from '../../ui/controls/field.js';
import { Empty, Row, Section } from '../../ui/structure/layout.js';
import { Table, type Column } from '../../ui/structure/table.js';
import { Moment } from '../../ui/telling/moment.js';
import { Mark, ProblemNote } from '../../ui/telling/note.js';
import { kindOfDelivery, resultOf, wordsOfDelivery, type DeliveryState } from './delivery-words.js';
import { RedeliverDialog } from './redeliver-dialog.js';
import { POLL_MS } from '../../api/poll.js';

type Delivery = Schemas['ListedWebhookDeliveryResponse'];

const HOUR_MS = 60 * 60 * 1000;
const PAGE_SIZE = 50;

const periods = [
  ['1', 'The last hour'],
  ['24', 'The last 24 hours'],
  ['168', 'The last week'],
  ['720', 'All that are kept'],
] as const;

type Period = (typeof periods)[number][0];

const columns: Column<Delivery>[] = [
  {
    name: 'Topic',
    cell: ({ id, webhook_subscriber_id, topic }) => (
      <Link to="/webhooks/$id/deliveries/$deliveryId" params={{ id: webhook_subscriber_id, deliveryId: id }}>
        {topic}
      </Link>
    ),
  },
  { name: 'State', cell: ({ state }) => <Mark kind={kindOfDelivery(state)}>{wordsOfDelivery[state]}</Mark> },
  { name: 'Made', cell: ({ created_date }) => <Moment at={created_date} /> },
  { name: 'Attempts', cell: ({ attempt_count }) => attempt_count, isNumber: true },
  { name: 'Last one', cell: (delivery) => resultOf(delivery) },
  { name: 'Next one', cell: ({ next_attempt_date }) => <Moment at={next_attempt_date} otherwise="none" /> },
];

interface DeliveriesProps {
  readonly id: string;
  readonly mayWrite: boolean;
  readonly isEnabled: boolean;
}

export const Deliveries = ({ id, mayWrite, isEnabled }: DeliveriesProps) => {
  const { state, topic, hours = 24 } = useSearch({ from: '/inside/webhooks/$id' });
  const navigate = useNavigate({ from: '/webhooks/$id' });
  const [openedAt] = useState(() => Date.now());
  const [page, setPage] = useState(1);
  const [isRedelivering, setRedelivering] = useState(false);
  const after = new Date(openedAt - hours * HOUR_MS).toISOString();
  const deliveries = api.useQuery(
    'get',
    '/v1/webhook-subscribers/{id}/deliveries',
    {
      params: {
        path: { id },
        query: {
          page,
          pageSize: PAGE_SIZE,
          created_after: after,
          ...(state !== undefined && { state: [state as DeliveryState] }),
          ...(topic !== undefined && { topic: topic as Schemas['WebhookTopic'] }),
        },
      },
    },
    { refetchInterval: POLL_MS, placeholderData: (before) => before },
  );
  const filter = (changes: { state?: string | undefined; topic?: string | undefined; hours?: number }) => {
    setPage(1);
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: true, resetScroll: false });
  };
  const { results = [], total = 0, total_pages = 1 } = deliveries.data ?? {};
  return (
    <Section
      title="Deliveries"
      actions={
        mayWrite &&
        isEnabled &&
        total > 0 && <Button onPress={() => setRedelivering(true)}>Send these once more</Button>
      }
    >
      <Row>
        <Choice
          label="Only in state"
          value={state ?? ''}
          choices={[
            ['', 'Any'],
            ...webhookDeliveryStateValues.map((one) => [one, wordsOfDelivery[one]] as const),
          ]}
          onChange={(one) => filter({ state: one === '' ? undefined : one })}
        />
        <Choice
          label="Only of topic"
          value={topic ?? ''}
          choices={[['', 'Any'], ...webhookTopicValues.map((one) => [one, one] as const)]}
          onChange={(one) => filter({ topic: one === '' ? undefined : one })}
        />
        <Choice
          label="Made in"
          value={String(hours) as Period}
          choices={periods}
          onChange={(period) => filter({ hours: Number(period) })}
        />
      </Row>
      <ProblemNote error={deliveries.error} />
      {deliveries.isSuccess && results.length === 0 && <Empty>No delivery is like this.</Empty>}
      {results.length > 0 && (
        <Table caption="Deliveries" columns={columns} items={results} keyOf={(delivery) => delivery.id} />
      )}
      {total_pages > 1 && (
        <Row>
          <Button isDisabled={page === 1} onPress={() => setPage(page - 1)}>
            Earlier
          </Button>
          <span>
            Page {page} of {total_pages}, {total} deliveries
          </span>
          <Button isDisabled={page === total_pages} onPress={() => setPage(page + 1)}>
            Later
          </Button>
        </Row>
      )}
      {isRedelivering && (
        <RedeliverDialog
          id={id}
          state={state}
          topic={topic}
          after={after}
          onClose={() => setRedelivering(false)}
        />
      )}
    </Section>
  );
};
