import { useState } from 'react';
import { api, type Schemas } from '../api/client.js';
import { useMe, useMay } from '../api/rights.js';
import { useSubscribers, useTokens } from '../api/whole-lists.js';
import { Button, ButtonLink } from '../ui/controls/button.js';
import { Page, Row, Section } from '../ui/structure/layout.js';
import { ProblemNote } from '../ui/telling/note.js';
import { Attention } from './attention.js';
import { DemoDialog } from './demo/demo-dialog.js';
import { PersonDialog } from './person-dialog.js';
import { RoleDialog } from './role-dialog.js';
import { Steps, type Step } from './steps.js';

const ONE = { params: { query: { pageSize: 1 } } } as const;

// Every organization has the role "Unassigned", and the token of its first start.
const MADE_WITH_ORGANIZATION = 1;

/** One beside that of the first start, or one that some program has used. */
const hasToken = (tokens: readonly Schemas['AccessTokenResponse'][]): boolean =>
  tokens.length > MADE_WITH_ORGANIZATION || tokens.some(({ last_used_date }) => last_used_date !== null);

type Opened = 'role' | 'person' | 'demo' | null;

export const StartPage = () => {
  const me = useMe();
  const isAdministrator = useMay('admin');
  const maySeeWebhooks = useMay('webhooks:read');
  const roles = api.useQuery('get', '/v1/roles', ONE, { enabled: useMay('people:read') });
  const people = api.useQuery('get', '/v1/people', ONE, { enabled: useMay('people:read') });
  const tokens = useTokens({ enabled: isAdministrator });
  const subscribers = useSubscribers({ enabled: maySeeWebhooks });
  const [opened, setOpened] = useState<Opened>(null);
  if (!me) return null;

  const steps: Step[] = [
    {
      name: 'Sign in',
      words: 'With a password, or at the provider.',
      isDone: true,
    },
    {
      name: 'Departments and roles',
      words: 'Every person has a role, and every role is in a department.',
      isDone: (roles.data?.total ?? 0) > MADE_WITH_ORGANIZATION,
      isKnown: roles.isSuccess,
      action: <Button onPress={() => setOpened('role')}>Add a role</Button>,
    },
    {
      name: 'People',
      words: isAdministrator
        ? 'Who can be planned. To look around first, let people and projects be made up.'
        : 'Who can be planned.',
      isDone: (people.data?.total ?? 0) > 0,
      isKnown: people.isSuccess,
      action: (
        <Row>
          <Button onPress={() => setOpened('person')}>Add a person</Button>
          {isAdministrator && <Button onPress={() => setOpened('demo')}>Make some up</Button>}
        </Row>
      ),
    },
    {
      name: 'An access token for your CRM',
      words: 'Each program that uses the API has one of its own, with what it needs and no more.',
      isDone: hasToken(tokens.data ?? []),
      isKnown: tokens.isSuccess,
      action: <ButtonLink to="/tokens">To the tokens</ButtonLink>,
    },
    {
      name: 'A webhook',
      words: 'Tells another program at once what has changed here.',
      isDone: (subscribers.data ?? []).length > 0,
      isKnown: subscribers.isSuccess,
      action: <ButtonLink to="/webhooks">To the webhooks</ButtonLink>,
    },
  ];
  const shown = steps.filter(({ isKnown = true }) => isKnown);
  const isSetUp = shown.every(({ isDone }) => isDone);

  return (
    <Page title={me.organization_name}>
      <ProblemNote error={roles.error ?? people.error ?? tokens.error ?? subscribers.error} />
      <Section title="What needs attention">
        <Attention
          tokens={isAdministrator ? { items: tokens.data, isSuccess: tokens.isSuccess } : null}
          subscribers={maySeeWebhooks ? { items: subscribers.data, isSuccess: subscribers.isSuccess } : null}
        />
      </Section>
      {!isSetUp && (
        <Section title="To begin with">
          <Steps steps={shown} />
        </Section>
      )}
      {opened === 'role' && <RoleDialog onClose={() => setOpened(null)} />}
      {opened === 'person' && <PersonDialog onClose={() => setOpened(null)} />}
      {opened === 'demo' && <DemoDialog onClose={() => setOpened(null)} />}
    </Page>
  );
};
