import { useEffect, useState } from 'react';
import { useMe } from '../../api/rights.js';
import { isSignedOut, sessionNumber } from '../../connection/session.js';

const PREFIX = 'draft.';

/** Or what makes them of what there is. */
type Changes<Fields> = Partial<Fields> | ((before: Fields) => Partial<Fields>);

/**
 * What is typed into a form: it survives a reload, such as that of a new version. Only for who typed it, so it is for
 * forms that are shown when it is known who that is. Not for secrets.
 */
export function useDraft<Fields extends object>(
  name: string,
  empty: Fields,
): [Fields, (changes: Changes<Fields>) => void, () => void] {
  const user = useMe()?.user_id;
  const own = `${PREFIX}${user} `;
  const key = own + name;
  const [fields, setFields] = useState<Fields>(() => ({ ...empty, ...kept(key) }));
  useEffect(() => {
    if (user !== undefined) drop((other) => !other.startsWith(own));
  }, [user, own]);
  const change = (changes: Changes<Fields>): void => {
    setFields((before) => {
      const after = { ...before, ...(typeof changes === 'function' ? changes(before) : changes) };
      if (user !== undefined) sessionStorage.setItem(key, JSON.stringify(after));
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

function drop(isDropped: (key: string) => boolean): void {
  const drafts = Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX));
  for (const key of drafts.filter(isDropped)) sessionStorage.removeItem(key);
}

// Who signs out leaves nothing for the next one; a session that has ended by itself goes on after the sign-in.
sessionNumber.follow(() => {
  if (isSignedOut.get()) drop(() => true);
});
