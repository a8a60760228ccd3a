import { useQueries } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { api } from '../api/client.js';
import { byId, inPieces } from '../api/ids.js';
import { useMay, useMe } from '../api/rights.js';
import { Button } from '../ui/controls/button.js';
import { Choice } from '../ui/controls/field.js';
import { Empty, Page, Row, Soft } from '../ui/structure/layout.js';
import { Lacking, ProblemNote } from '../ui/telling/note.js';
import { Board } from './board.js';

/** Whose clients are one request. */
const PAGE_SIZE = 100;

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
  const projects = api.useInfiniteQuery(
    'get',
    '/v1/projects',
    { params: { query: { ...query, pipeline_id: pipeline?.id ?? '', pageSize: PAGE_SIZE } } },
    {
      enabled: mayRead && pipeline !== undefined,
      pageParamName: 'page',
      initialPageParam: 1,
      getNextPageParam: ({ page = 1, total_pages = 1 }) => (page < total_pages ? page + 1 : undefined),
    },
  );
  const pages = projects.data?.pages ?? [];
  // One that is new meanwhile moves others to the page behind.
  const deals = [...byId(pages.map((data) => ({ data }))).values()];
  const clients = useQueries({
    queries: inPieces(deals.flatMap(({ client_id }) => client_id ?? [])).map((id) =>
      api.queryOptions('get', '/v1/clients', { params: { query: { id } } }),
    ),
  });
  if (!me) return null;
  const total = pages.at(-1)?.total ?? 0;
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
            {projects.hasNextPage && (
              <>
                <Button isPending={projects.isFetchingNextPage} onPress={() => void projects.fetchNextPage()}>
                  Show more deals
                </Button>
                <Soft>
                  {deals.length} of {total} are shown.
                </Soft>
              </>
            )}
          </Row>
          <Board
            pipeline={pipeline}
            deals={deals}
            clients={new Map([...byId(clients).values()].map(({ id, name }) => [id, name]))}
            mayMove={mayMove}
            isKnown={projects.isSuccess}
            isWhole={!projects.hasNextPage}
          />
        </>
      )}
    </Page>
  );
};
