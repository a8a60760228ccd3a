import { useState } from 'react';
import { answerOf, client, type Schemas } from '../../api/client.js';
import { useAction } from '../../ui/actions/action.js';
import { Button } from '../../ui/controls/button.js';
import { Choice } from '../../ui/controls/field.js';
import { Form, SubmitOrCancel } from '../../ui/forms/form.js';
import { Dialog } from '../../ui/structure/dialog.js';
import { ProblemNote } from '../../ui/telling/note.js';
import { wordsOfStatus, type ProjectStatus } from '../project-words.js';
import { movesFrom, ruleOfMove } from '../status-moves.js';
import { MergeDialog } from './merge-dialog.js';

interface ProjectProps {
  readonly project: Schemas['ProjectDetailResponse'];
}

export const ProjectActions = ({ project }: ProjectProps) => {
  const [opened, setOpened] = useState<'status' | 'merge' | null>(null);
  const close = () => setOpened(null);
  return (
    <>
      <Button onPress={() => setOpened('status')}>Change the status</Button>
      <Button onPress={() => setOpened('merge')}>Merge into another one</Button>
      {opened === 'status' && <StatusDialog project={project} onClose={close} />}
      {opened === 'merge' && <MergeDialog project={project} onClose={close} />}
    </>
  );
};

interface DialogProps extends ProjectProps {
  readonly onClose: () => void;
}

/** Who changed the project meanwhile is not overwritten. */
const StatusDialog = ({ project, onClose }: DialogProps) => {
  const [{ id, name, status: from, modified_date }] = useState(project);
  const choices = movesFrom[from].map((one) => [one, wordsOfStatus[one]] as const);
  const [to, setTo] = useState<ProjectStatus>(movesFrom[from][0] ?? from);
  const action = useAction(
    () =>
      answerOf(
        client.PATCH('/v1/projects/{id}', {
          params: { path: { id }, header: { 'If-Match': `"${modified_date}"` } },
          body: { status: to },
        }),
      ),
    (changed) => `"${name}" is now: ${wordsOfStatus[changed.status]}.`,
  );
  const submit = async (): Promise<void> => {
    if (await action.run(undefined)) onClose();
  };
  return (
    <Dialog title="Change the status" onClose={onClose}>
      <ProblemNote error={action.problem} />
      <Form onSubmit={() => void submit()}>
        <Choice
          label={`From ${wordsOfStatus[from]} to`}
          value={to}
          choices={choices}
          onChange={setTo}
          hint={ruleOfMove(from, to)}
        />
        <SubmitOrCancel isPending={action.isRunning} onCancel={onClose}>
          Change
        </SubmitOrCancel>
      </Form>
    </Dialog>
  );
};
