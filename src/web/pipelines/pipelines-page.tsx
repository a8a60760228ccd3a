import { useQueries } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { api } from '../api/client.js';
import { byId, inPieces } from '../api/ids.js';
import { useMay, useMe } from '../api/rights.js';
import { Choice } from '../ui/controls/field.js';
import { Empty, Page, Row, Soft } from '../ui/structure/layout.js';
import { Lacking, ProblemNote } from '../ui/telling/note.js';
import { Board } from './board.js';

const PAGE_SIZE = 500;

export const PipelinesPage = () => {
  const me = useMe();
  const mayReadSales = useMay('sales:read');
  const mayRead = useMay('delivery:read');
  const mayMove = useMay('delivery:write');
  const search = useSearch({ from: '/inside/pipelines' });
  const navigate = useNavigate({ from: '/pipelines' });
  const query = { is_archived: false };
  const pipelines = api.useQuery('get', '/v1/pipelines', { params: { query } }, { enabled: mayReadSales });
  const found = pipelines.data?.results ?? [];
  const pipeline = found.find(({ id }) => id === search.pipeline) ?? found[0];
  const projects = api.useQuery(
    'get',
    '/v1/projects',
    { params: { query: { ...query, pipeline_id: pipeline?.id ?? '', pageSize: PAGE_SIZE } } },
    { enabled: mayRead && pipeline !== undefined },
  );
  const deals = projects.data?.results ?? [];
  const clients = useQueries({
    queries: inPieces(deals.flatMap(({ client_id }) => client_id ?? [])).map((id) =>
      api.queryOptions('get', '/v1/clients', { params: { query: { id } } }),
    ),
  });
  if (!me) return null;
  const total = projects.data?.total ?? 0;
  return (
    <Page
      title="Pipelines"
      lead="Deals by the stage that they are in. Drag one with the mouse, by its handle with the keyboard, or use its button."
    >
      {!mayReadSales && <Lacking scope="sales:read" what="Seeing pipelines" />}
      {!mayRead && <Lacking scope="delivery:read" what="Seeing the deals in them" />}
      {mayRead && !mayMove && <Lacking scope="delivery:write" what="Moving deals" />}
      <ProblemNote error={pipelines.error ?? projects.error ?? clients.find(({ error }) => error)?.error} />
      {pipelines.isSuccess && found.length === 0 && (
        <Empty>There is no pipeline yet: the CRM that you connect makes them, by POST /v1/pipelines.</Empty>
      )}
      {pipeline && (
        <>
          <Row isAtEnd>
            <Choice
              label="Pipeline"
              value={pipeline.id}
              choices={found.map(({ id, name }) => [id, name] as const)}
              onChange={(id) => void navigate({ search: { pipeline: id }, resetScroll: false })}
            />
            {total > PAGE_SIZE && (
              <Soft>
                The first {PAGE_SIZE} of {total} deals: the others are in the list of{' '}
                <Link to="/projects">projects</Link>.
              </Soft>
            )}
          </Row>
          <Board
            pipeline={pipeline}
            deals={deals}
            clients={new Map([...byId(clients).values()].map(({ id, name }) => [id, name]))}
            mayMove={mayMove}
            isKnown={projects.isSuccess}
          />
        </>
      )}
    </Page>
  );
};
