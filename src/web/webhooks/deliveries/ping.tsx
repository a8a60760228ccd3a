import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { answerOf, api, client } from '../../api/client.js';
import { useAction } from '../../ui/actions/action.js';
import { Button } from '../../ui/controls/button.js';
import { Row } from '../../ui/structure/layout.js';
import { Mark, ProblemNote } from '../../ui/telling/note.js';
import { isOver, kindOfDelivery, resultOf, wordsOfDelivery } from './delivery-words.js';

const WATCH_MS = 1500;

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
    // One delivery, until it ends: nothing else is read so often.
    { refetchInterval: ({ state: { data } }) => (data && isOver(data.state) ? false : WATCH_MS) },
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
      </span>{' '}
      {isLinked && (
        <Link to="/webhooks/$id/deliveries/$deliveryId" params={{ id, deliveryId }}>
          Look at it
        </Link>
      )}
    </>
  );
};
