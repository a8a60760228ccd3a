import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { answerOf, api, client, type Schemas } from '../api/client.js';
import { useMay, useMe } from '../api/rights.js';
import { useAction } from '../ui/actions/action.js';
import { Button } from '../ui/controls/button.js';
import { Facts, Page, Row, Section, Soft } from '../ui/structure/layout.js';
import { Moment } from '../ui/telling/moment.js';
import { Lacking, ProblemNote } from '../ui/telling/note.js';
import { NotShown } from '../ui/telling/not-shown.js';
import { Deliveries } from './deliveries/deliveries.js';
import { Health } from './health/health.js';
import { Ping } from './deliveries/ping.js';
import { DeleteDialog, RotateSecretDialog } from './subscriber-dialogs.js';
import { EditSubscriberDialog } from './edit-subscriber-dialog.js';
import { SubscriberState } from './subscriber-state.js';
import { POLL_MS } from '../api/poll.js';

type Subscriber = Schemas['ShownWebhookSubscriberResponse'];

export const SubscriberPage = () => {
  const { id } = useParams({ from: '/inside/webhooks/$id' });
  const me = useMe();
  const mayRead = useMay('webhooks:read');
  const mayWrite = useMay('webhooks:write');
  const subscriber = api.useQuery(
    'get',
    '/v1/webhook-subscribers/{id}',
    { params: { path: { id }, query: { include: ['health'] } } },
    { enabled: mayRead, refetchInterval: POLL_MS },
  );
  if (!me) return null;
  const { data } = subscriber;
  if (!data) {
    return <NotShown title="Webhook" scope="webhooks:read" what="Seeing webhooks" error={subscriber.error} />;
  }
  return (
    <Page title={data.name} lead={data.url} actions={mayWrite && <Actions subscriber={data} />}>
      <ProblemNote error={subscriber.error} />
      {!mayWrite && <Lacking scope="webhooks:write" what="Changing this webhook and sending to it" />}
      {mayWrite && data.status === 'enabled' && <Ping id={id} isLinked />}
      <Section title="What it is">
        <About subscriber={data} />
      </Section>
      {data.health && <Health health={data.health} />}
      <Deliveries id={id} mayWrite={mayWrite} isEnabled={data.status === 'enabled'} />
    </Page>
  );
};

const About = ({ subscriber }: { readonly subscriber: Subscriber }) => {
  const { topics, description, failures_in_row, failing_since, previous_secret_expires_date } = subscriber;
  const words =
    topics.length === 0 ? <Soft>none: nothing is sent to it</Soft> : <code>{topics.join(', ')}</code>;
  return (
    <Facts
      facts={[
        ['State', <SubscriberState key="state" subscriber={subscriber} />],
        ['Topics', words],
        ...(description === null ? [] : ([['Notes', description]] as const)),
        ...(failures_in_row === 0
          ? []
          : ([
              [
                'Failures in a row',
                <>
                  {failures_in_row}, since <Moment at={failing_since} />
                </>,
              ],
            ] as const)),
        ...(previous_secret_expires_date === null
          ? []
          : ([
              ['Former secret signs too', <Moment key="until" at={previous_secret_expires_date} />],
            ] as const)),
      ]}
    />
  );
};

const setStatus = ({ id, modified_date }: Subscriber, status: Schemas['WebhookSubscriberStatus']) =>
  answerOf(
    client.PATCH('/v1/webhook-subscribers/{id}', {
      params: { path: { id }, header: { 'If-Match': `"${modified_date}"` } },
      body: { status },
    }),
  );

const Actions = ({ subscriber }: { readonly subscriber: Subscriber }) => {
  const navigate = useNavigate();
  const [opened, setOpened] = useState<'edit' | 'rotate' | 'delete' | null>(null);
  const isEnabled = subscriber.status === 'enabled';
  const turn = useAction(
    () => setStatus(subscriber, isEnabled ? 'disabled' : 'enabled'),
    () =>
      isEnabled
        ? `Disabled "${subscriber.name}": what comes now waits.`
        : `Enabled "${subscriber.name}": what waited is sent.`,
  );
  const close = () => setOpened(null);
  return (
    <Row>
      <Button onPress={() => setOpened('edit')}>Change</Button>
      <Button isPending={turn.isRunning} onPress={() => void turn.run(undefined)}>
        {isEnabled ? 'Disable' : 'Enable'}
      </Button>
      <Button onPress={() => setOpened('rotate')}>Rotate the secret</Button>
      <Button isGrave onPress={() => setOpened('delete')}>
        Delete
      </Button>
      <ProblemNote error={turn.problem} />
      {opened === 'edit' && <EditSubscriberDialog subscriber={subscriber} onClose={close} />}
      {opened === 'rotate' && <RotateSecretDialog subscriber={subscriber} onClose={close} />}
      {opened === 'delete' && (
        <DeleteDialog
          subscriber={subscriber}
          onClose={close}
          onDeleted={() => void navigate({ to: '/webhooks', replace: true })}
        />
      )}
    </Row>
  );
};
