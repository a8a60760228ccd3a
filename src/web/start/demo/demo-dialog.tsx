import { useEffect, useState } from 'react';
import { useAction } from '../../ui/actions/action.js';
import { Button } from '../../ui/controls/button.js';
import { Dialog } from '../../ui/structure/dialog.js';
import { Row } from '../../ui/structure/layout.js';
import { ProblemNote } from '../../ui/telling/note.js';
import styles from '../start.module.css';
import { content } from './content.js';

const { people, projects, months } = content;

export const DemoDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const [part, setPart] = useState(0);
  const fill = useAction(
    async () => (await import('./fill.js')).fillOrganization(setPart),
    () => `Made ${people} people, ${projects} projects and their time.`,
  );
  useStaying(fill.isRunning);
  const hasStopped = fill.problem !== null && part > 0;
  return (
    <Dialog title="Made-up people and projects" onClose={onClose} mustBeClosed={fill.isRunning}>
      <p>
        Makes {people} people, {projects} projects with their plans, and {months} months of time, to look
        around in. They can be archived one by one, but not taken back as a whole: it is not for an
        organization that you mean to keep.
      </p>
      <ProblemNote error={fill.problem} />
      {hasStopped && <p>It has stopped on the way. What was made until then stays.</p>}
      {fill.isRunning && (
        <label className={styles.progress}>
          {Math.round(part * 100)} % is there. Leave this page open.
          <progress value={part} max={1} />
        </label>
      )}
      <Row>
        {!hasStopped && (
          <Button
            weight="main"
            isPending={fill.isRunning}
            onPress={() => void fill.run(undefined).then((isDone) => isDone && onClose())}
          >
            Make them
          </Button>
        )}
        {!fill.isRunning && <Button onPress={onClose}>{hasStopped ? 'Close' : 'Not now'}</Button>}
      </Row>
    </Dialog>
  );
};

/** Asks before the page is left. */
function useStaying(isRunning: boolean): void {
  useEffect(() => {
    if (!isRunning) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isRunning]);
}
