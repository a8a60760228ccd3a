import { useState } from 'react';
import { answerOf, client, type Schemas } from '../api/client.js';
import { useAction } from '../ui/actions/action.js';
import { Button } from '../ui/controls/button.js';
import { Dialog } from '../ui/structure/dialog.js';
import { Row } from '../ui/structure/layout.js';
import { Moment } from '../ui/telling/moment.js';
import { ProblemNote } from '../ui/telling/note.js';
import { ShownOnce } from '../ui/telling/secret.js';

interface LinkDialogProps {
  readonly user: Schemas['UserResponse'];
  readonly onClose: () => void;
}

export const LinkDialog = ({ user: { id, email_address }, onClose }: LinkDialogProps) => {
  const [link, setLink] = useState<Schemas['SignInLinkResponse'] | null>(null);
  const action = useAction(
    () => answerOf(client.POST('/v1/users/{id}/sign-in-link', { params: { path: { id } } })),
    (made) => {
      setLink(made);
      return undefined;
    },
  );
  if (link !== null) {
    return (
      <Dialog title="The link" onClose={onClose} mustBeClosed>
        <p>
          Give it to {email_address} and to nobody else: whoever has it sets the password. It is good once,
          and ends <Moment at={link.expires_date} />.
        </p>
        <ShownOnce secret={link.link} what="link" onClose={onClose} />
      </Dialog>
    );
  }
  return (
    <Dialog title="A link to sign in" onClose={onClose}>
      <p>
        With it {email_address} sets a password: for the first time, or another one. It is good once, and ends
        the link that they had.
      </p>
      <ProblemNote error={action.problem} />
      <Row>
        <Button weight="main" isPending={action.isRunning} onPress={() => void action.run(undefined)}>
          Make the link
        </Button>
        <Button onPress={onClose}>Not now</Button>
      </Row>
    </Dialog>
  );
};
