import type { ReactNode } from 'react';
import { classes } from '../ui/classes.js';
import styles from './start.module.css';

export interface Step {
  readonly name: string;
  readonly words: ReactNode;
  readonly isDone: boolean;
  /** Not where the user may not know. */
  readonly isKnown?: boolean;
  readonly action?: ReactNode;
}

export const Steps = ({ steps }: { readonly steps: readonly Step[] }) => {
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <ol className={styles.steps}>
      {steps.map((step) => (
        <li key={step.name} className={classes(step.isDone && styles.done, step === next && styles.next)}>
          <div className={styles.what}>
            <h3>
              {step.name}
              {step.isDone && ': done'}
              {step === next && ': next'}
            </h3>
            {!step.isDone && <p>{step.words}</p>}
          </div>
          {!step.isDone && <div className={styles.action}>{step.action}</div>}
        </li>
      ))}
    </ol>
  );
};
