import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay, useMe } from '../api/rights.js';
import { useTokens, useUsers } from '../api/whole-lists.js';
import { changeTopicPatternValues } from '../generated/api.js';
import { Button } from '../ui/controls/button.js';
import { Check, Choice } from '../ui/controls/field.js';
import { Empty, Page, Row, Soft } from '../ui/structure/layout.js';
import { Table } from '../ui/structure/table.js';
import { ProblemNote } from '../ui/telling/note.js';
import { changeColumns } from './change-columns.js';
import { useFollowedChanges, useNewestChanges } from './change-feed.js';
import { changeFilter, type ChangeFilter } from './change-filter.js';
import { MissingRights } from './missing-rights.js';

const NOBODY = '';

export const ChangesPage = () => {
  const me = useMe();
  const isAdministrator = useMay('admin');
  const filter = useSearch({ from: '/inside/changes' });
  const navigate = useNavigate({ from: '/changes' });
  const users = useUsers({ enabled: isAdministrator });
  const newest = useNewestChanges(filter);
  const [isFollowing, setFollowing] = useState(false);
  const pages = newest.data?.pages ?? [];
  const followed = useFollowedChanges(filter, pages[0]?.end, isFollowing, () => {
    void newest.refetch();
  });
  const shown = [...followed.changes, ...pages.flatMap(({ results }) => results)];
  const hasTokens = shown.some(({ actor }) => (actor?.access_token_id ?? null) !== null);
  const tokens = useTokens({ enabled: isAdministrator && hasTokens });
  if (!me) return null;
  const change = (changes: ChangeFilter) =>
    void navigate({ search: (before) => changeFilter({ ...before, ...changes }), resetScroll: false });
  const names = {
    users: new Map(users.data?.map(({ id, email_address }) => [id, email_address])),
    tokens: new Map(tokens.data?.map(({ id, name }) => [id, name])),
  };
  names.users.set(me.user_id, me.email_address);
  const isFiltered = Object.values(filter).some((limit) => limit !== undefined);
  return (
    <Page title="Changes" lead="What has changed here, who did it, and from what to what: the last first.">
      <ProblemNote error={newest.error ?? users.error ?? tokens.error ?? followed.problem} />
      <MissingRights me={me} shown={shown} />
      <Row isAtEnd>
        <Choice
          label="Only of topic"
          value={filter.topic ?? '*'}
          choices={changeTopicPatternValues.map((one) => [one, one === '*' ? 'Any' : one] as const)}
          onChange={(topic) => change({ topic: topic === '*' ? undefined : topic })}
        />
        <Choice
          label="Only by"
          value={filter.actor ?? NOBODY}
          choices={[[NOBODY, 'Anybody'], ...chosenFirst(names.users, filter.actor)]}
          onChange={(actor) => change({ actor })}
        />
        {filter.resource !== undefined && (
          <Button onPress={() => change({ resource: undefined })}>Of all records, not of one</Button>
        )}
        <Check isSelected={isFollowing} onChange={setFollowing}>
          Follow what happens now
        </Check>
        <span role="status">
          {followed.isElsewhere && 'Another window follows: this one shows changes when you load it again.'}
        </span>
      </Row>
      {newest.isSuccess && shown.length === 0 && !newest.hasNextPage && (
        <NoChanges onShowAll={isFiltered ? () => void navigate({ search: {} }) : null} />
      )}
      {shown.length > 0 && (
        <Table
          caption="Changes"
          columns={changeColumns({
            names,
            scopes: me.scopes,
            showOnly: (resource) => change({ resource }),
          })}
          items={shown}
          keyOf={({ cursor }) => cursor}
        />
      )}
      {newest.hasNextPage && (
        <Row>
          <Button isPending={newest.isFetchingNextPage} onPress={() => void newest.fetchNextPage()}>
            Look further back
          </Button>
          <Soft>{shown.length === 0 && 'Nothing like this was found so far.'}</Soft>
        </Row>
      )}
    </Page>
  );
};

/** Also who is not in the list, such as somebody that only administrators see. */
const chosenFirst = (names: ReadonlyMap<string, string>, chosen: string | undefined): [string, string][] => {
  const sorted = [...names].toSorted(([, one], [, other]) => one.localeCompare(other));
  return chosen === undefined || names.has(chosen) ? sorted : [[chosen, chosen], ...sorted];
};

const NoChanges = ({ onShowAll }: { readonly onShowAll: (() => void) | null }) =>
  onShowAll ? (
    <Empty action={<Button onPress={onShowAll}>Show all</Button>}>No change that is kept is like this.</Empty>
  ) : (
    <Empty>Nothing that you may see has changed yet: what changes is told here.</Empty>
  );
