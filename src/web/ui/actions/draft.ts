import { useState } from 'react';
import { isSignedOut, sessionNumber } from '../../api/session.js';

const PREFIX = 'draft.';

/** Or what makes them of what there is. */
type Changes<Fields> = Partial<Fields> | ((before: Fields) => Partial<Fields>);

/** What is typed into a form: it survives a reload, such as that of a new version. Not for secrets. */
export function useDraft<Fields extends object>(
  name: string,
  empty: Fields,
): [Fields, (changes: Changes<Fields>) => void, () => void] {
  const key = PREFIX + name;
  const [fields, setFields] = useState<Fields>(() => ({ ...empty, ...kept(key) }));
  const change = (changes: Changes<Fields>): void => {
    setFields((before) => {
      const after = { ...before, ...(typeof changes === 'function' ? changes(before) : changes) };
      sessionStorage.setItem(key, JSON.stringify(after));
      return after;
    });
  };
  const forget = (): void => {
    sessionStorage.removeItem(key);
    setFields(empty);
  };
  return [fields, change, forget];
}

function kept(key: string): object {
  const text = sessionStorage.getItem(key);
  return text === null ? {} : (JSON.parse(text) as object);
}

// Who signs out leaves nothing for the next one; a session that has ended by itself goes on after the sign-in.
sessionNumber.follow(() => {
  if (!isSignedOut.get()) return;
  for (const key of Object.keys(sessionStorage).filter((one) => one.startsWith(PREFIX)))
    sessionStorage.removeItem(key);
});
