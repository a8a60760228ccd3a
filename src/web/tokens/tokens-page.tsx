import { useState } from 'react';
import type { Schemas } from '../api/client.js';
import { useMay, useMe } from '../api/rights.js';
import { useTokens } from '../api/whole-lists.js';
import { Button } from '../ui/controls/button.js';
import { Check } from '../ui/controls/field.js';
import { Empty, Page, Row, Soft } from '../ui/structure/layout.js';
import { LongTable } from '../ui/structure/long-table.js';
import type { Column } from '../ui/structure/table.js';
import { Moment } from '../ui/telling/moment.js';
import { Lacking, Mark, ProblemNote } from '../ui/telling/note.js';
import { NewToken, TokenDialog } from './token-dialog.js';
import { RevokeDialog, RotateDialog } from './token-end-dialogs.js';
import { idleEndOf, tokenState, wordsOfState } from './token-state.js';

type Token = Schemas['AccessTokenResponse'];

interface Opened {
  readonly dialog: 'create' | 'rotate' | 'revoke';
  readonly token?: Token;
}

const columnsFor = (open: (opened: Opened) => void): Column<Token>[] => [
  {
    name: 'For',
    cell: ({ name, last_four }) => (
      <>
        <strong>{name}</strong>
        {last_four !== null && <Soft> …{last_four}</Soft>}
      </>
    ),
  },
  { name: 'Whose', cell: ({ email_address }) => email_address },
  { name: 'Allows', cell: ({ scopes }) => <code>{scopes.join(', ')}</code> },
  { name: 'Last used', cell: ({ last_used_date }) => <Moment at={last_used_date} isToTheHour /> },
  {
    name: 'Ends',
    cell: (token) => {
      const idleEnd = idleEndOf(token);
      return (
        <>
          <Moment at={token.expires_date} />
          {idleEnd !== null && (
            <Soft>
              , <Moment at={idleEnd} /> unless it is used
            </Soft>
          )}
        </>
      );
    },
  },
  {
    name: 'State',
    cell: (token) => {
      const state = tokenState(token, new Date());
      return <Mark kind={state === 'usable' ? 'good' : 'off'}>{wordsOfState[state]}</Mark>;
    },
  },
  {
    name: '',
    cell: (token) =>
      tokenState(token, new Date()) === 'usable' && (
        <>
          <Button
            weight="quiet"
            onPress={() => open({ dialog: 'rotate', token })}
            aria-label={`Rotate ${token.name}`}
          >
            Rotate
          </Button>
          <Button
            weight="quiet"
            isGrave
            onPress={() => open({ dialog: 'revoke', token })}
            aria-label={`Revoke ${token.name}`}
          >
            Revoke
          </Button>
        </>
      ),
  },
];

export const TokensPage = () => {
  const me = useMe();
  const isAdministrator = useMay('admin');
  const tokens = useTokens({ enabled: isAdministrator });
  const [showsEnded, setShowsEnded] = useState(false);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [rotated, setRotated] = useState<string | null>(null);
  if (!me) return null;

  const all = tokens.data?.toReversed() ?? [];
  const usable = all.filter((token) => tokenState(token, new Date()) === 'usable');
  const shown = showsEnded ? all : usable;
  const close = () => setOpened(null);
  const makeOne = (
    <Button weight="main" onPress={() => setOpened({ dialog: 'create' })}>
      Make a token
    </Button>
  );

  return (
    <Page
      title="Access tokens"
      lead="A program that uses the API sends one of these with each request. Give each program a token of its own."
      actions={isAdministrator && makeOne}
    >
      {!isAdministrator && <Lacking scope="admin" what="Seeing and making tokens" />}
      <ProblemNote error={tokens.error} />
      {tokens.isSuccess && shown.length === 0 && (
        <Empty action={makeOne}>No token is accepted at the moment.</Empty>
      )}
      {shown.length > 0 && (
        <LongTable
          caption="Access tokens"
          columns={columnsFor(setOpened)}
          items={shown}
          keyOf={({ id }) => id}
          textOf={({ name, last_four, email_address, scopes }) =>
            [name, last_four, email_address, ...scopes].join(' ')
          }
        />
      )}
      {all.length > usable.length && (
        <Row>
          <Check isSelected={showsEnded} onChange={setShowsEnded}>
            Show those that have ended
          </Check>
        </Row>
      )}
      {opened?.dialog === 'create' && <TokenDialog onClose={close} />}
      {opened?.dialog === 'rotate' && opened.token && (
        <RotateDialog token={opened.token} onRotated={setRotated} onClose={close} />
      )}
      {opened?.dialog === 'revoke' && opened.token && <RevokeDialog token={opened.token} onClose={close} />}
      {rotated !== null && <NewToken token={rotated} onClose={() => setRotated(null)} />}
    </Page>
  );
};
