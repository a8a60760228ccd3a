import { Link } from '@tanstack/react-router';
import type { Schemas } from '../api/client.js';
import { wordsOfHours } from '../hours/hundredths.js';
import { longDay } from '../hours/weeks.js';
import { Clamped, Soft, Together } from '../ui/structure/layout.js';
import type { Column } from '../ui/structure/table.js';
import { Mark } from '../ui/telling/note.js';
import { inPercent, kindOfStatus, wordsOfModel, wordsOfStatus } from './project-words.js';

type Project = Schemas['ListedProjectResponse'];

interface Names {
  readonly clients: ReadonlyMap<string, string>;
  readonly stages: ReadonlyMap<string, string>;
}

const days = ({ start_date, end_date }: Project) =>
  start_date === null && end_date === null ? null : (
    <Soft>
      <Together>{start_date !== null && longDay(start_date)} –</Together>{' '}
      <Together>{end_date !== null && longDay(end_date)}</Together>
    </Soft>
  );

const margin = ({ kpis, target_margin }: Project) => {
  if (kpis?.margin === undefined) return null;
  if (kpis.margin === null) return <Soft>no revenue</Soft>;
  return (
    <>
      {inPercent(kpis.margin)}{' '}
      <Soft>
        <Together>of {inPercent(target_margin)}</Together>
      </Soft>
    </>
  );
};

export const projectColumns = ({ clients, stages }: Names, mayReadRates: boolean): Column<Project>[] => [
  {
    name: 'Project',
    cell: ({ id, name }) => (
      <Link to="/projects/$id" params={{ id }}>
        {name}
      </Link>
    ),
  },
  {
    name: 'For',
    cell: ({ client_id, project_model }) =>
      clients.get(client_id ?? '') ?? <Soft>{wordsOfModel[project_model]}</Soft>,
  },
  {
    name: 'Status',
    cell: ({ status, stage_id }) => (
      <>
        <Mark kind={kindOfStatus[status]}>{wordsOfStatus[status]}</Mark>{' '}
        <Clamped text={stages.get(stage_id ?? '') ?? ''} />
      </>
    ),
  },
  { name: 'Days', cell: days },
  { name: 'Planned', cell: ({ kpis }) => kpis && wordsOfHours(kpis.planned_hours), isNumber: true },
  { name: 'Worked', cell: ({ kpis }) => kpis && wordsOfHours(kpis.actual_hours), isNumber: true },
  ...(mayReadRates ? [{ name: 'Margin', cell: margin, isNumber: true }] : []),
];
