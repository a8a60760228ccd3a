import type { ReactNode } from 'react';
import { asProblem } from '../../connection/problem.js';
import { useMe } from '../../api/rights.js';
import { useValue } from '../../api/use-value.js';
import { Value } from '../../connection/value.js';
import { Button } from '../controls/button.js';
import { classes } from '../classes.js';
import styles from './note.module.css';

const told = new Value<string | null>(null);

/** Says what an action came to, whatever page is shown. Null: what was said is over. */
export const tell = (what: string | null): void => told.set(what);

export const Told = () => {
  const what = useValue(told);
  return (
    <div className={styles.told} role="status">
      {what !== null && (
        <div>
          <p>{what}</p>
          <Button weight="quiet" onPress={() => told.set(null)}>
            Close
          </Button>
        </div>
      )}
    </div>
  );
};

/** For who asks what happened: the log has it. */
export const RequestId = ({ id }: { readonly id: string }) => <p className={styles.id}>Request {id}</p>;

interface ProblemNoteProps {
  readonly error: unknown;
  /** Members whose faults stand at their fields. */
  readonly atFields?: readonly string[];
}

/** Why something was not done, in the words of the server. */
export const ProblemNote = ({ error, atFields = [] }: ProblemNoteProps) => {
  if (error === null || error === undefined) return null;
  const { message, requestId, faults, code } = asProblem(error);
  const named = Object.entries(faults).filter(([member]) => !atFields.includes(member));
  const isAtFields = named.length === 0 && Object.keys(faults).length > 0;
  return (
    <div className={classes(styles.note, styles.bad)} role="alert">
      {named.length === 0 && <p>{isAtFields ? 'Not accepted: see what is marked.' : message}</p>}
      {named.map(([member, words]) => (
        <p key={member}>
          {member} {words.join('; ')}
        </p>
      ))}
      {code === 'token.scope_missing' && <p>An administrator can give it to you, at Settings, Users.</p>}
      {requestId !== null && <RequestId id={requestId} />}
    </div>
  );
};

export const Warning = ({ children }: { readonly children: ReactNode }) => (
  <div className={classes(styles.note, styles.warn)}>{children}</div>
);

/** Instead of what the user may not see or do. */
export const Lacking = ({ scope, what }: { readonly scope: string; readonly what: string }) => {
  const me = useMe();
  if (!me) return null;
  return (
    <div className={styles.note}>
      <p>
        {what} needs the right <code>{scope}</code>, which you do not have. An administrator of{' '}
        {me.organization_name} can give it to you, at Settings, Users.
      </p>
    </div>
  );
};

interface MarkProps {
  readonly kind: 'good' | 'failing' | 'waiting' | 'off';
  readonly children: ReactNode;
}

/** A state, in words and by its form: nobody needs the colour. */
export const Mark = ({ kind, children }: MarkProps) => (
  <span className={classes(styles.mark, styles[kind])}>{children}</span>
);
