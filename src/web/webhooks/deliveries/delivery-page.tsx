import { useParams } from '@tanstack/react-router';
import { answerOf, api, client, type Schemas } from '../../api/client.js';
import { useMay, useMe } from '../../api/rights.js';
import { useAction } from '../../ui/actions/action.js';
import { Button, ButtonLink } from '../../ui/controls/button.js';
import { Block, Empty, Facts, Page, Section, Soft, Stack } from '../../ui/structure/layout.js';
import { Moment } from '../../ui/telling/moment.js';
import { Lacking, Mark, ProblemNote } from '../../ui/telling/note.js';
import { NotShown } from '../../ui/telling/not-shown.js';
import { isOver, kindOfDelivery, resultOf, wordsOfDelivery } from './delivery-words.js';
import { POLL_MS } from '../../api/poll.js';

type Delivery = Schemas['WebhookDeliveryDetailResponse'];
type Attempt = Schemas['WebhookAttemptResponse'];

export const DeliveryPage = () => {
  const { id, deliveryId } = useParams({ from: '/inside/webhooks/$id/deliveries/$deliveryId' });
  const path = { id, delivery_id: deliveryId };
  const me = useMe();
  const mayRead = useMay('webhooks:read');
  const mayWrite = useMay('webhooks:write');
  const delivery = api.useQuery(
    'get',
    '/v1/webhook-subscribers/{id}/deliveries/{delivery_id}',
    { params: { path } },
    {
      enabled: mayRead,
      refetchInterval: ({ state: { data } }) => (data && isOver(data.state) ? false : POLL_MS),
    },
  );
  const again = useAction(
    () =>
      answerOf(
        client.POST('/v1/webhook-subscribers/{id}/deliveries/{delivery_id}/redeliver', { params: { path } }),
      ),
    () => 'It is sent once more.',
  );
  if (!me) return null;
  const { data } = delivery;
  if (!data) {
    return (
      <NotShown title="Delivery" scope="webhooks:read" what="Seeing deliveries" error={delivery.error} />
    );
  }
  const isRedeliverable = data.state === 'delivered' || data.state === 'exhausted';
  return (
    <Page
      title={data.topic}
      lead={
        <>
          Made <Moment at={data.created_date} />.{' '}
          <Mark kind={kindOfDelivery(data.state)}>{wordsOfDelivery[data.state]}</Mark>
        </>
      }
      actions={
        <>
          <ButtonLink to="/webhooks/$id" params={{ id }}>
            All deliveries
          </ButtonLink>
          {mayWrite && isRedeliverable && (
            <Button weight="main" isPending={again.isRunning} onPress={() => void again.run(undefined)}>
              Send once more
            </Button>
          )}
        </>
      }
    >
      <ProblemNote error={again.problem} />
      {!mayWrite && isRedeliverable && <Lacking scope="webhooks:write" what="Sending it once more" />}
      <Section title="Attempts">
        {data.attempts.length === 0 && <Empty>None has begun yet.</Empty>}
        {data.attempts.map((attempt) => (
          <AttemptPart key={attempt.id} attempt={attempt} />
        ))}
      </Section>
      <Section title="What is sent">
        <Headers delivery={data} />
        <Block name="Body">{pretty(data.body)}</Block>
      </Section>
    </Page>
  );
};

const AttemptPart = ({ attempt }: { readonly attempt: Attempt }) => {
  const { number, started_date, duration_ms, outcome, response_body } = attempt;
  const kind = outcome === 'succeeded' ? 'good' : outcome === 'started' ? 'waiting' : 'failing';
  return (
    <Stack>
      <p>
        <strong>{number}.</strong> <Mark kind={kind}>{outcome}</Mark> {resultOf(attempt)}{' '}
        <Soft>
          <Moment at={started_date} />
          {duration_ms !== null && `, ${duration_ms} ms`}
        </Soft>
      </p>
      {response_body !== null && response_body !== '' && (
        <Block name={`Response of attempt ${number}`}>{response_body}</Block>
      )}
    </Stack>
  );
};

/** Those that each attempt has; timestamps and signatures are new each time. */
const Headers = ({ delivery: { event_id } }: { readonly delivery: Delivery }) => (
  <Facts
    facts={[
      ['Content-Type', <code key="type">application/json</code>],
      ['User-Agent', <code key="agent">planning-delivery-api</code>],
      ['webhook-id', <code key="id">{event_id}</code>],
      ['webhook-timestamp, X-Service-Timestamp', 'when the attempt began'],
      ['webhook-signature, X-Service-Signature', 'made of the timestamp and the body with the secret'],
    ]}
  />
);

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
