import { useState } from 'react';
import type { Schemas } from '../../api/client.js';
import { Button } from '../../ui/controls/button.js';
import { Facts, Section } from '../../ui/structure/layout.js';
import { Table, type Column } from '../../ui/structure/table.js';
import { Moment } from '../../ui/telling/moment.js';
import { LastError } from './last-error.js';
import { HealthChart } from './health-chart.js';
import { inWords, sumOf, totalOf, type Hour } from './health-sums.js';

const hourOf = new Intl.DateTimeFormat(undefined, { weekday: 'short', hour: '2-digit', minute: '2-digit' });

const columns: Column<Hour>[] = [
  { name: 'Hour from', cell: ({ started_date }) => hourOf.format(new Date(started_date)) },
  { name: 'Delivered', cell: (hour) => sumOf(hour).delivered, isNumber: true },
  { name: 'Waiting', cell: (hour) => sumOf(hour).waiting, isNumber: true },
  { name: 'Not delivered', cell: (hour) => sumOf(hour).failed, isNumber: true },
];

export const Health = ({ health }: { readonly health: Schemas['WebhookSubscriberHealthResponse'] }) => {
  const { hours, last_error, oldest_waiting_date } = health;
  const [isTable, setTable] = useState(false);
  return (
    <Section
      title="The last 24 hours"
      actions={
        <Button weight="quiet" onPress={() => setTable(!isTable)}>
          {isTable ? 'As a chart' : 'As a table'}
        </Button>
      }
    >
      {isTable ? (
        <Table
          caption="Deliveries by hour"
          columns={columns}
          items={hours}
          keyOf={(hour) => hour.started_date}
        />
      ) : (
        <HealthChart
          hours={hours}
          isTall
          legend="Full: delivered. Hollow: waiting. Below the line: not delivered."
        />
      )}
      <Facts
        facts={[
          ['Made', inWords(totalOf(hours))],
          ['Last error', <LastError key="error" error={last_error} />],
          ['Oldest waiting', <Moment key="oldest" at={oldest_waiting_date} otherwise="none" />],
        ]}
      />
    </Section>
  );
};
