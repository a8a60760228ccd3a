import { useState } from 'react';
import type { Action } from '../ui/actions/action.js';
import { Choice } from '../ui/controls/field.js';
import { Form, SubmitOrCancel } from '../ui/forms/form.js';
import { Dialog } from '../ui/structure/dialog.js';
import { ProblemNote } from '../ui/telling/note.js';
import { ruleOfMove } from './conversion.js';
import type { Deal, Stage } from './deal.js';

interface MoveDialogProps {
  readonly deal: Deal;
  readonly stages: readonly Stage[];
  readonly proposed?: Stage;
  readonly moving: Action<{ readonly deal: Deal; readonly stage: Stage }>;
  readonly onClose: () => void;
}

export const MoveDialog = ({ deal, stages, proposed, moving, onClose }: MoveDialogProps) => {
  const [chosen, setChosen] = useState(proposed?.id ?? stages[0]?.id ?? '');
  const stage = stages.find(({ id }) => id === chosen);
  return (
    <Dialog title="Move the deal" onClose={onClose}>
      <p>
        <strong>{deal.name}</strong>
      </p>
      <ProblemNote error={moving.problem} />
      {stage ? (
        <Form onSubmit={() => void moving.run({ deal, stage })}>
          <Choice
            label="To"
            value={stage.id}
            choices={stages.map(({ id, name }) => [id, name] as const)}
            onChange={setChosen}
            hint={ruleOfMove(deal.status, stage.outcome)}
          />
          <SubmitOrCancel isPending={moving.isRunning} onCancel={onClose}>
            Move
          </SubmitOrCancel>
        </Form>
      ) : (
        <p>The pipeline has no other stage.</p>
      )}
    </Dialog>
  );
};
