import { useState } from 'react';
import type { Schemas } from '../../api/client.js';
import { api } from '../../api/client.js';
import { usePlannedDays } from '../../api/planned-days.js';
import { useMay } from '../../api/rights.js';
import { hundredthsOf, inHours } from '../../hours/hundredths.js';
import { longDay } from '../../hours/weeks.js';
import { Button } from '../../ui/controls/button.js';
import { Empty, Section } from '../../ui/structure/layout.js';
import { Table, type Column } from '../../ui/structure/table.js';
import { Lacking, ProblemNote } from '../../ui/telling/note.js';
import { hoursByWeek, type WeekOfHours } from './hours-by-week.js';
import { HoursChart } from './hours-chart.js';

const columnsFor = (showsActual: boolean): Column<WeekOfHours>[] => [
  { name: 'Week from', cell: ({ monday }) => longDay(monday) },
  { name: 'Planned', cell: ({ planned }) => inHours(planned), isNumber: true },
  { name: 'Planned so far', cell: ({ plannedSoFar }) => inHours(plannedSoFar), isNumber: true },
  ...(showsActual
    ? [
        { name: 'Worked', cell: ({ actual }: WeekOfHours) => inHours(actual), isNumber: true },
        {
          name: 'Worked so far',
          cell: ({ actualSoFar }: WeekOfHours) => inHours(actualSoFar),
          isNumber: true,
        },
      ]
    : []),
];

export const Hours = ({ project }: { readonly project: Schemas['ProjectDetailResponse'] }) => {
  const { id, kpis } = project;
  const mayReadTime = useMay('time:read');
  const [isTable, setTable] = useState(false);
  const planned = usePlannedDays({ project_id: id }, true);
  const worked = api.useQuery(
    'get',
    '/v1/actual-time/totals',
    { params: { query: { project_id: id, group_by: ['week'] } } },
    { enabled: mayReadTime },
  );
  const isKnown = planned.isSuccess && (worked.isSuccess || !mayReadTime);
  const weeks = isKnown ? hoursByWeek(planned.data, worked.data?.groups ?? []) : [];
  return (
    <Section
      title="Hours by week"
      actions={
        weeks.length > 0 && (
          <Button weight="quiet" onPress={() => setTable(!isTable)}>
            {isTable ? 'As a chart' : 'As a table'}
          </Button>
        )
      }
    >
      <ProblemNote error={planned.error ?? worked.error} />
      {!mayReadTime && <Lacking scope="time:read" what="Seeing which hours were worked" />}
      {isKnown && weeks.length === 0 && <NoHours hasOfferings={project.offerings.length > 0} />}
      {weeks.length > 0 &&
        (isTable ? (
          <Table
            caption="Hours by week"
            columns={columnsFor(mayReadTime)}
            items={weeks}
            keyOf={({ monday }) => monday}
          />
        ) : (
          <HoursChart weeks={weeks} sold={hundredthsOf(kpis.sold_hours)} showsActual={mayReadTime} />
        ))}
    </Section>
  );
};

const NoHours = ({ hasOfferings }: { readonly hasOfferings: boolean }) => (
  <Empty>
    {hasOfferings
      ? 'No hours are planned yet: open an offering below and plan them.'
      : 'There is no offering yet: hours are planned for the roles of one, which the CRM that you connect makes.'}
  </Empty>
);
