import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Schemas } from '../../api/client.js';
import { deliveryFilter, periods, type Period } from '../delivery-filter.js';
import { webhookDeliveryStateValues, webhookTopicValues } from '../../generated/api.js';
import { Button } from '../../ui/controls/button.js';
import { Choice } from '../../ui/controls/field.js';
import { Empty, Row, Section } from '../../ui/structure/layout.js';
import { Table, type Column } from '../../ui/structure/table.js';
import { Moment } from '../../ui/telling/moment.js';
import { Mark, ProblemNote } from '../../ui/telling/note.js';
import { kindOfDelivery, resultOf, wordsOfDelivery } from './delivery-words.js';
import { useNewestDeliveries } from './newest-deliveries.js';
import { RedeliverDialog } from './redeliver-dialog.js';

type Delivery = Schemas['ListedWebhookDeliveryResponse'];

const ALL = { state: undefined, topic: undefined, hours: 0 };

const HOUR_MS = 60 * 60 * 1000;

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
  const [now, setNow] = useState(Date.now);
  const [back, setBack] = useState(0);
  const [isRedelivering, setRedelivering] = useState(false);
  const after = new Date(hours === ALL.hours ? 0 : now - hours * HOUR_MS).toISOString();
  const newest = useNewestDeliveries(id, { state, topic, after }, back);
  const { deliveries, total, pages } = newest;
  const filter = (changes: Record<string, unknown>) => {
    setNow(Date.now());
    setBack(0);
    const search = (before: object) => deliveryFilter({ ...before, ...changes });
    void navigate({ search, replace: true, resetScroll: false });
  };
  const redeliver = () => {
    setNow(Date.now());
    setRedelivering(true);
  };
  const isFiltered = state !== undefined || topic !== undefined || hours !== ALL.hours;
  return (
    <Section
      title="Deliveries"
      actions={
        mayWrite && isEnabled && total > 0 && <Button onPress={redeliver}>Send these once more</Button>
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
          onChange={(one) => filter({ state: one })}
        />
        <Choice
          label="Only of topic"
          value={topic ?? ''}
          choices={[['', 'Any'], ...webhookTopicValues.map((one) => [one, one] as const)]}
          onChange={(one) => filter({ topic: one })}
        />
        <Choice
          label="Made in"
          value={String(hours) as Period}
          choices={periods}
          onChange={(period) => filter({ hours: Number(period) })}
        />
      </Row>
      <ProblemNote error={newest.error} />
      {newest.isKnown && deliveries.length === 0 && (
        <NoDeliveries onShowAll={isFiltered ? () => filter(ALL) : null} />
      )}
      {deliveries.length > 0 && (
        <Table caption="Deliveries" columns={columns} items={deliveries} keyOf={(delivery) => delivery.id} />
      )}
      {pages > 1 && (
        <Row>
          <Button isDisabled={back === 0} onPress={() => setBack(back - 1)}>
            Newer
          </Button>
          <span>
            Page {back + 1} of {pages}, {total} deliveries
          </span>
          <Button isDisabled={back >= pages - 1} onPress={() => setBack(back + 1)}>
            Older
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

const NoDeliveries = ({ onShowAll }: { readonly onShowAll: (() => void) | null }) =>
  onShowAll ? (
    <Empty action={<Button onPress={onShowAll}>Show all</Button>}>No delivery is like this.</Empty>
  ) : (
    <Empty>Nothing was sent to it yet: send a ping, or change something that its topics are about.</Empty>
  );
