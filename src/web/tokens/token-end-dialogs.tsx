import { useState } from 'react';
import { answerOf, client, type Schemas } from '../api/client.js';
import { useAction } from '../ui/actions/action.js';
import { Button } from '../ui/controls/button.js';
import { Choice } from '../ui/controls/field.js';
import { Dialog } from '../ui/structure/dialog.js';
import { Row } from '../ui/structure/layout.js';
import { ProblemNote } from '../ui/telling/note.js';

interface TokenProps {
  readonly token: Schemas['AccessTokenResponse'];
  readonly onClose: () => void;
}

const overlaps = [
  ['0', 'At once'],
  ['3600', 'In an hour'],
  ['86400', 'In a day'],
  ['604800', 'In a week'],
] as const;

type Overlap = (typeof overlaps)[number][0];

const rotate = ({ id }: { readonly id: string }, overlap: Overlap) =>
  answerOf(
    client.POST('/v1/access-tokens/{id}/rotate', {
      params: { path: { id } },
      body: { overlap_seconds: Number(overlap) },
    }),
  );

interface RotateProps extends TokenProps {
  readonly onRotated: (token: string) => void;
}

export const RotateDialog = ({ token, onRotated, onClose }: RotateProps) => {
  const [overlap, setOverlap] = useState<Overlap>('86400');
  const action = useAction(
    () => rotate(token, overlap),
    (rotated) => {
      onClose();
      onRotated(rotated.token);
      return undefined;
    },
  );
  return (
    <Dialog title="Rotate the token" onClose={onClose}>
      <p>
        <strong>{token.name}</strong> gets another secret, which is shown once. Everything else stays.
      </p>
      <ProblemNote error={action.problem} />
      <Choice label="The present one ends" value={overlap} choices={overlaps} onChange={setOverlap} />
      <Row>
        <Button weight="main" isPending={action.isRunning} onPress={() => void action.run(undefined)}>
          Rotate
        </Button>
        <Button onPress={onClose}>Cancel</Button>
      </Row>
    </Dialog>
  );
};

export const RevokeDialog = ({ token, onClose }: TokenProps) => {
  const { id } = token;
  const action = useAction(
    () => client.DELETE('/v1/access-tokens/{id}', { params: { path: { id } } }),
    () => {
      onClose();
      return `Revoked "${token.name}".`;
    },
  );
  return (
    <Dialog title="Revoke the token" onClose={onClose}>
      <p>
        Programs that use <strong>{token.name}</strong> are refused from now on. It cannot be taken back.
      </p>
      <ProblemNote error={action.problem} />
      <Row>
        <Button isGrave isPending={action.isRunning} onPress={() => void action.run(undefined)}>
          Revoke
        </Button>
        <Button onPress={onClose}>Cancel</Button>
      </Row>
    </Dialog>
  );
};
