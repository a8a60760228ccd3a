import { useState } from 'react';
import { queries } from '../../api/client.js';
import { asProblem, isProblem, OFFLINE, Problem } from '../../connection/problem.js';
import { tell } from '../telling/note.js';

export interface Action<Input> {
  readonly run: (input: Input) => Promise<boolean>;
  readonly isRunning: boolean;
  readonly problem: Problem | null;
  readonly forget: () => void;
}

/**
 * Something that the user does: afterwards all that is shown is read again.
 * @param done says what happened
 */
export function useAction<Input, Answer>(
  work: (input: Input) => Promise<Answer>,
  done: (answer: Answer, input: Input) => string | undefined,
): Action<Input> {
  const [isRunning, setRunning] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const run = async (input: Input): Promise<boolean> => {
    setRunning(true);
    tell(null);
    setProblem(null);
    try {
      const what = done(await work(input), input);
      if (what !== undefined) tell(what);
      void queries.invalidateQueries();
      return true;
    } catch (error) {
      setProblem(
        isProblem(error, OFFLINE)
          ? new Problem(OFFLINE, 'No answer came from the server: look whether it was done, then try again.')
          : asProblem(error),
      );
      // Somebody else was faster: what is shown is not what is there, and would be refused again.
      if (isProblem(error, 'precondition.failed')) void queries.invalidateQueries();
      return false;
    } finally {
      setRunning(false);
    }
  };
  return { run, isRunning, problem, forget: () => setProblem(null) };
}
