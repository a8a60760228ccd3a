import { CANCELLED, Problem } from '../connection/problem.js';
import { sessionNumber } from '../connection/session.js';
import { Value } from '../connection/value.js';

export interface PasswordQuestion {
  readonly answered: () => void;
  readonly cancelled: () => void;
}

/** What the dialog shows: null while nothing needs the password once more. */
export const passwordQuestion = new Value<PasswordQuestion | null>(null);

// Who signs in next is not asked for what the one before wanted to do.
sessionNumber.follow(() => passwordQuestion.get()?.cancelled());

let asked: Promise<void> | null = null;

/** Several actions at once ask once. @throws Problem where the user does not want to */
export function askForPassword(): Promise<void> {
  asked ??= new Promise<void>((resolve, reject) => {
    passwordQuestion.set({
      answered: resolve,
      cancelled: () => reject(new Problem(CANCELLED, 'Nothing was done: it needs your password.')),
    });
  }).finally(() => {
    asked = null;
    passwordQuestion.set(null);
  });
  return asked;
}
