import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { answerOf, api, client, type Schemas } from '../../api/client.js';
import { POLL_MS } from '../../api/poll.js';
import { useAction } from '../../ui/actions/action.js';
import { Button } from '../../ui/controls/button.js';
import { Row } from '../../ui/structure/layout.js';
import { Moment } from '../../ui/telling/moment.js';
import { Mark, ProblemNote } from '../../ui/telling/note.js';
import { isOver, kindOfDelivery, resultOf, wordsOfDelivery } from './delivery-words.js';

const WATCH_MS = 1500;

type Delivery = Schemas['WebhookDeliveryDetailResponse'];

const isTriedAgain = ({ state, attempts }: Delivery): boolean => state === 'pending' && attempts.length > 0;

/** One delivery, until it ends or its first attempt has failed: nothing else is read so often. */
function pauseAfter(delivery: Delivery): number | false {
  if (isOver(delivery.state)) return false;
  return isTriedAgain(delivery) ? POLL_MS : WATCH_MS;
}

interface PingProps {
  readonly id: string;
  /** Not where the page must not be left. */
  readonly isLinked?: boolean;
}

/** Sends one, and watches it until it has ended. */
export const Ping = ({ id, isLinked = false }: PingProps) => {
  const [deliveryId, setDeliveryId] = useState<string | null>(null);
  const ping = useAction(
    () => answerOf(client.POST('/v1/webhook-subscribers/{id}/ping', { params: { path: { id } } })),
    (delivery) => {
      setDeliveryId(delivery.id);
      return undefined;
    },
  );
  return (
    <Row>
      <Button isPending={ping.isRunning} onPress={() => void ping.run(undefined)}>
        Send a ping
      </Button>
      <span role="status">
        {deliveryId !== null && <PingResult id={id} deliveryId={deliveryId} isLinked={isLinked} />}
      </span>
      <ProblemNote error={ping.problem} />
    </Row>
  );
};

const PingResult = ({ id, deliveryId, isLinked }: Required<PingProps> & { readonly deliveryId: string }) => {
  const delivery = api.useQuery(
    'get',
    '/v1/webhook-subscribers/{id}/deliveries/{delivery_id}',
    { params: { path: { id, delivery_id: deliveryId } } },
    { refetchInterval: ({ state: { data } }) => (data ? pauseAfter(data) : POLL_MS) },
  );
  const { data } = delivery;
  if (!data) return <ProblemNote error={delivery.error} />;
  const last = data.attempts.at(-1);
  return (
    <>
      <Mark kind={kindOfDelivery(data.state)}>{wordsOfDelivery[data.state]}</Mark>{' '}
      <span>
        {last && resultOf(last)}
        {typeof last?.duration_ms === 'number' && `, ${last.duration_ms} ms`}
        {isTriedAgain(data) && (
          <>
            ; tried again <Moment at={data.next_attempt_date} otherwise="soon" />
          </>
        )}
      </span>{' '}
      {isLinked && (
        <Link to="/webhooks/$id/deliveries/$deliveryId" params={{ id, deliveryId }}>
          Look at it
        </Link>
      )}
    </>
  );
};
