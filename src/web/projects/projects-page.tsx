import { useNavigate, useSearch } from '@tanstack/react-router';
import { api } from '../api/client.js';
import { useMay, useMe } from '../api/rights.js';
import { Button } from '../ui/controls/button.js';
import { Empty, Page, Row } from '../ui/structure/layout.js';
import { Table } from '../ui/structure/table.js';
import { Lacking, ProblemNote } from '../ui/telling/note.js';
import { projectColumns } from './project-columns.js';
import { projectFilter, type ProjectFilter } from './project-filter.js';
import { ProjectFilterForm } from './project-filter-form.js';

const PAGE_SIZE = 50;

const queryOf = ({ terms, client, tag, status, model, pipeline, archived = false, page }: ProjectFilter) => ({
  page: page ?? 1,
  pageSize: PAGE_SIZE,
  include: ['kpis' as const],
  is_archived: archived,
  ...(terms !== undefined && { terms }),
  ...(client !== undefined && { client_id: `name:${client}` }),
  ...(tag !== undefined && { tags: [tag] }),
  ...(status !== undefined && { status: [status] }),
  ...(model !== undefined && { project_model: model }),
  ...(pipeline !== undefined && { pipeline_id: pipeline }),
});

export const ProjectsPage = () => {
  const me = useMe();
  const mayRead = useMay('delivery:read');
  const mayReadSales = useMay('sales:read');
  const mayReadRates = useMay('rates:read');
  const filter = useSearch({ from: '/inside/projects' });
  const navigate = useNavigate({ from: '/projects' });
  const projects = api.useQuery(
    'get',
    '/v1/projects',
    { params: { query: queryOf(filter) } },
    { enabled: mayRead, placeholderData: (before) => before },
  );
  const found = projects.data?.results ?? [];
  const clientIds = [...new Set(found.flatMap(({ client_id }) => client_id ?? []))];
  const clients = api.useQuery(
    'get',
    '/v1/clients',
    { params: { query: { id: clientIds } } },
    { enabled: mayReadSales && clientIds.length > 0 },
  );
  const pipelines = api.useQuery('get', '/v1/pipelines', undefined, { enabled: mayReadSales });
  if (!me) return null;
  const change = (changes: ProjectFilter) => {
    const search = (before: object) => projectFilter({ ...before, page: undefined, ...changes });
    void navigate({ search, resetScroll: false });
  };
  const { page = 1, ...limits } = filter;
  const isFiltered = Object.values(limits).some((limit) => limit !== undefined);
  const pages = projects.data?.total_pages ?? 0;
  const names = {
    clients: new Map(clients.data?.results.map(({ id, name }) => [id, name])),
    stages: new Map(
      pipelines.data?.results.flatMap(({ stages }) => stages.map(({ id, name }) => [id, name] as const)),
    ),
  };
  return (
    <Page
      title="Projects"
      lead="Deals and work, for clients and internal, with the hours that are planned and worked."
    >
      {!mayRead && <Lacking scope="delivery:read" what="Seeing projects" />}
      {mayRead && !mayReadSales && <Lacking scope="sales:read" what="Seeing clients, pipelines and stages" />}
      {mayRead && !mayReadRates && <Lacking scope="rates:read" what="Seeing margins" />}
      <ProblemNote error={projects.error ?? clients.error ?? pipelines.error} />
      {mayRead && (
        <ProjectFilterForm
          key={JSON.stringify(limits)}
          filter={filter}
          pipelines={pipelines.data?.results ?? []}
          onChange={change}
        />
      )}
      {projects.isSuccess && found.length === 0 && (
        <NoProjects onShowAll={isFiltered || page > 1 ? () => void navigate({ search: {} }) : null} />
      )}
      {found.length > 0 && (
        <Table
          caption="Projects"
          columns={projectColumns(names, mayReadRates)}
          items={found}
          keyOf={({ id }) => id}
        />
      )}
      {pages > 1 && (
        <Row>
          <Button isDisabled={page <= 1} onPress={() => change({ page: page - 1 })}>
            Earlier
          </Button>
          <span>
            Page {page} of {pages}, {projects.data?.total} projects
          </span>
          <Button isDisabled={page >= pages} onPress={() => change({ page: page + 1 })}>
            Later
          </Button>
        </Row>
      )}
    </Page>
  );
};

const NoProjects = ({ onShowAll }: { readonly onShowAll: (() => void) | null }) =>
  onShowAll ? (
    <Empty action={<Button onPress={onShowAll}>Show all</Button>}>No project is like this.</Empty>
  ) : (
    <Empty>There is no project yet: the CRM that you connect makes them, by POST /v1/projects.</Empty>
  );
