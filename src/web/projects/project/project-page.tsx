import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { api, type Schemas } from '../../api/client.js';
import { useMay, useMe } from '../../api/rights.js';
import { longDay } from '../../hours/weeks.js';
import { Empty, Facts, Page, Section, Soft } from '../../ui/structure/layout.js';
import { Table, type Column } from '../../ui/structure/table.js';
import { Lacking, Mark, ProblemNote, Warning } from '../../ui/telling/note.js';
import { NotShown } from '../../ui/telling/not-shown.js';
import { projectQuery } from '../project-query.js';
import { kindOfStatus, wordsOfModel, wordsOfStatus } from '../project-words.js';
import { Figures } from './figures.js';
import { Hours } from './hours.js';
import { ProjectActions } from './project-actions.js';

type Project = Schemas['ProjectDetailResponse'];

const wordsOfBilling: Readonly<Record<Schemas['BillingModel'], string>> = {
  time_and_materials: 'Time and materials',
  fixed_bid: 'Fixed price',
  fixed_retainer: 'Retainer',
  non_billable: 'Not billed',
  investment: 'Investment',
  admin: 'Administration',
};

const columns: Column<Schemas['ProjectOfferingResponse']>[] = [
  {
    name: 'Offering',
    cell: ({ id, project_id, name }) => (
      <Link to="/projects/$id/offerings/$offeringId" params={{ id: project_id, offeringId: id }}>
        {name}
      </Link>
    ),
  },
  { name: 'Paid by', cell: ({ billing_model }) => wordsOfBilling[billing_model] },
];

export const ProjectPage = () => {
  const { id } = useParams({ from: '/inside/projects/$id' });
  const me = useMe();
  const mayRead = useMay('delivery:read');
  const mayWrite = useMay('delivery:write');
  const project = useQuery({ ...projectQuery(id), enabled: mayRead });
  if (!me) return null;
  const { data } = project;
  if (!mayRead || !data) {
    return <NotShown title="Project" scope="delivery:read" what="Seeing projects" error={project.error} />;
  }
  const isFixed = data.merged_into_id !== null;
  return (
    <Page title={data.name} actions={mayWrite && !isFixed && <ProjectActions project={data} />}>
      <ProblemNote error={project.error} />
      {data.merged_into_id !== null && <Merged into={data.merged_into_id} />}
      {!mayWrite && !isFixed && <Lacking scope="delivery:write" what="Changing or merging the project" />}
      <About project={data} />
      <Figures project={data} />
      <Hours project={data} />
      <Section title="Offerings">
        {data.offerings.length === 0 ? (
          <Empty>There is no offering yet: the CRM that you connect makes them.</Empty>
        ) : (
          <Table
            caption="Offerings"
            columns={columns}
            items={data.offerings}
            keyOf={(offering) => offering.id}
          />
        )}
      </Section>
    </Page>
  );
};

const Merged = ({ into: id }: { readonly into: string }) => (
  <Warning>
    <p>
      This project was merged into{' '}
      <Link to="/projects/$id" params={{ id }}>
        another one
      </Link>
      , which has its offerings now. It cannot be changed any more.
    </p>
  </Warning>
);

const About = ({ project }: { readonly project: Project }) => {
  const { status, client_id, project_model, start_date, end_date, tags, is_included, is_archived } = project;
  const mayReadSales = useMay('sales:read');
  const client = api.useQuery(
    'get',
    '/v1/clients/{id}',
    { params: { path: { id: client_id ?? '' } } },
    { enabled: mayReadSales && client_id !== null },
  );
  const day = (date: string | null) => (date === null ? <Soft>open</Soft> : longDay(date));
  return (
    <>
      <Facts
        facts={[
          [
            'Status',
            <>
              <Mark kind={kindOfStatus[status]}>{wordsOfStatus[status]}</Mark>
              {is_archived && <Soft> archived</Soft>}
              {!is_included && <Soft> not counted in forecasts</Soft>}
            </>,
          ],
          ['For', client.data?.name ?? <Soft>{wordsOfModel[project_model]}</Soft>],
          [
            'Days',
            start_date === null && end_date === null ? (
              day(null)
            ) : (
              <>
                {day(start_date)} to {day(end_date)}
              </>
            ),
          ],
          ...(tags.length === 0 ? [] : ([['Tags', tags.join(', ')]] as const)),
        ]}
      />
      <ProblemNote error={client.error} />
      {!mayReadSales && client_id !== null && <Lacking scope="sales:read" what="Seeing the client" />}
    </>
  );
};
