import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Schemas } from '../api/client.js';
import { POLL_MS } from '../api/poll.js';
import { useMay, useMe } from '../api/rights.js';
import { useSubscribers } from '../api/whole-lists.js';
import { Button } from '../ui/controls/button.js';
import { Clamped, Empty, Page, Soft } from '../ui/structure/layout.js';
import { LongTable } from '../ui/structure/long-table.js';
import type { Column } from '../ui/structure/table.js';
import { Moment } from '../ui/telling/moment.js';
import { Lacking, ProblemNote } from '../ui/telling/note.js';
import { HealthChart } from './health/health-chart.js';
import { LastError } from './health/last-error.js';
import { inWords, totalOf } from './health/health-sums.js';
import { NewSubscriberDialog } from './new-subscriber-dialog.js';
import { SubscriberState } from './subscriber-state.js';

type Subscriber = Schemas['ShownWebhookSubscriberResponse'];

const columns: Column<Subscriber>[] = [
  {
    name: 'For',
    cell: ({ id, name, url }) => (
      <>
        <Link to="/webhooks/$id" params={{ id }}>
          {name}
        </Link>
        <Clamped text={url} />
      </>
    ),
  },
  { name: 'State', cell: (subscriber) => <SubscriberState subscriber={subscriber} /> },
  {
    name: 'Last 24 hours',
    cell: ({ health }) =>
      health && (
        <>
          <HealthChart hours={health.hours} />
          <Soft>{inWords(totalOf(health.hours))}</Soft>
        </>
      ),
  },
  {
    name: 'Last error',
    cell: ({ health }) => <LastError error={health?.last_error ?? null} />,
  },
  {
    name: 'Oldest waiting',
    cell: ({ health }) => <Moment at={health?.oldest_waiting_date} otherwise="none" />,
  },
];

export const WebhooksPage = () => {
  const me = useMe();
  const mayRead = useMay('webhooks:read');
  const mayWrite = useMay('webhooks:write');
  const subscribers = useSubscribers({ enabled: mayRead, withHealth: true, refetchInterval: POLL_MS });
  const [isCreating, setCreating] = useState(false);
  if (!me) return null;
  const found = subscribers.data ?? [];
  const addOne = (
    <Button weight="main" onPress={() => setCreating(true)}>
      Add a webhook
    </Button>
  );
  return (
    <Page
      title="Webhooks"
      lead="Each of these addresses is told at once what has changed here, in the topics that it is subscribed to."
      actions={mayWrite && addOne}
    >
      {!mayRead && <Lacking scope="webhooks:read" what="Seeing webhooks" />}
      {mayRead && !mayWrite && <Lacking scope="webhooks:write" what="Adding webhooks" />}
      <ProblemNote error={subscribers.error} />
      {subscribers.isSuccess && found.length === 0 && (
        <Empty action={mayWrite && addOne}>There is no webhook yet.</Empty>
      )}
      {found.length > 0 && (
        <LongTable
          caption="Webhooks"
          columns={columns}
          items={found}
          keyOf={({ id }) => id}
          textOf={({ name, url }) => `${name} ${url}`}
        />
      )}
      {isCreating && <NewSubscriberDialog onClose={() => setCreating(false)} />}
    </Page>
  );
};
