import { useState } from 'react';
import { answerOf, api, client } from '../../api/client.js';
import { redeliverableStateValues } from '../../generated/api.js';
import { useAction } from '../../ui/actions/action.js';
import { Button } from '../../ui/controls/button.js';
import { Dialog } from '../../ui/structure/dialog.js';
import { Row } from '../../ui/structure/layout.js';
import { ProblemNote } from '../../ui/telling/note.js';

interface RedeliverDialogProps {
  readonly id: string;
  readonly state: string | undefined;
  readonly topic: string | undefined;
  readonly after: string;
  readonly onClose: () => void;
}

/** The number first, then the sending: both of what was made until the dialog was opened. */
export const RedeliverDialog = ({ id, state, topic, after, onClose }: RedeliverDialogProps) => {
  const [before] = useState(() => new Date().toISOString());
  const states = redeliverableStateValues.filter((one) => state === undefined || one === state);
  const range = { created_after: after, created_before: before };
  const isPossible = topic === undefined && states.length > 0;
  const counted = api.useQuery(
    'get',
    '/v1/webhook-subscribers/{id}/deliveries',
    { params: { path: { id }, query: { ...range, state: states, pageSize: 1 } } },
    { enabled: isPossible, staleTime: Infinity },
  );
  const send = useAction(
    () =>
      answerOf(
        client.POST('/v1/webhook-subscribers/{id}/redeliver', {
          params: { path: { id } },
          body: { ...range, states },
        }),
      ),
    ({ count }) => {
      onClose();
      return `${count} ${count === 1 ? 'delivery is' : 'deliveries are'} sent once more.`;
    },
  );
  const count = counted.data?.total ?? 0;
  return (
    <Dialog title="Send once more" onClose={onClose}>
      {!isPossible && (
        <p>
          {topic === undefined
            ? 'What waits is sent by itself. Choose delivered ones, or those that were not delivered.'
            : 'Deliveries of one topic are sent once more one by one. Choose any topic to send all of them.'}
        </p>
      )}
      {counted.data && (
        <p>
          {count === 1 ? 'One delivery' : `${count} deliveries`} of this time, {states.join(' or ')}, get one
          more attempt each. The receiver recognizes them by their ids.
        </p>
      )}
      <ProblemNote error={counted.error ?? send.problem} />
      <Row>
        {isPossible && (
          <Button
            weight="main"
            isDisabled={count === 0}
            isPending={send.isRunning}
            onPress={() => void send.run(undefined)}
          >
            Send {count} once more
          </Button>
        )}
        <Button onPress={onClose}>Cancel</Button>
      </Row>
    </Dialog>
  );
};
