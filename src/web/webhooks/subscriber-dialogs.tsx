import { useState } from 'react';
import { answerOf, client, type Schemas } from '../api/client.js';
import { useAction } from '../ui/actions/action.js';
import { Button } from '../ui/controls/button.js';
import { Dialog } from '../ui/structure/dialog.js';
import { Row } from '../ui/structure/layout.js';
import { ProblemNote } from '../ui/telling/note.js';
import { ShownOnce } from '../ui/telling/secret.js';

interface SubscriberProps {
  readonly subscriber: Schemas['WebhookSubscriberResponse'];
  readonly onClose: () => void;
}

export const RotateSecretDialog = ({ subscriber: { id, name }, onClose }: SubscriberProps) => {
  const [secret, setSecret] = useState<string | null>(null);
  const action = useAction(
    () =>
      answerOf(
        client.POST('/v1/webhook-subscribers/{id}/rotate-secret', { params: { path: { id } }, body: {} }),
      ),
    (rotated) => {
      setSecret(rotated.secret);
      return undefined;
    },
  );
  if (secret !== null) {
    return (
      <Dialog title="The secret of the webhook" onClose={onClose} mustBeClosed>
        <ShownOnce secret={secret} what="secret" onClose={onClose} />
      </Dialog>
    );
  }
  return (
    <Dialog title="Rotate the secret" onClose={onClose}>
      <p>
        <strong>{name}</strong> gets another secret, which is shown once. For a day the present one signs too,
        so that the receiver misses nothing.
      </p>
      <ProblemNote error={action.problem} />
      <Row>
        <Button weight="main" isPending={action.isRunning} onPress={() => void action.run(undefined)}>
          Rotate
        </Button>
        <Button onPress={onClose}>Cancel</Button>
      </Row>
    </Dialog>
  );
};

interface DeleteProps extends SubscriberProps {
  readonly onDeleted: () => void;
}

export const DeleteDialog = ({ subscriber: { id, name }, onClose, onDeleted }: DeleteProps) => {
  const action = useAction(
    () => client.DELETE('/v1/webhook-subscribers/{id}', { params: { path: { id } } }),
    () => {
      onDeleted();
      return `Deleted "${name}".`;
    },
  );
  return (
    <Dialog title="Delete the webhook" onClose={onClose}>
      <p>
        <strong>{name}</strong> gets nothing any more, and what waits for it is cancelled. It cannot be taken
        back.
      </p>
      <ProblemNote error={action.problem} />
      <Row>
        <Button isGrave isPending={action.isRunning} onPress={() => void action.run(undefined)}>
          Delete
        </Button>
        <Button onPress={onClose}>Cancel</Button>
      </Row>
    </Dialog>
  );
};
