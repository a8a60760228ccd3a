import { useState } from 'react';

/** What is typed into a form: it survives a reload, such as that of a new version. Not for secrets. */
export function useDraft<Fields extends object>(
  name: string,
  empty: Fields,
): [Fields, (changes: Partial<Fields>) => void, () => void] {
  const key = `draft.${name}`;
  const [fields, setFields] = useState<Fields>(() => ({ ...empty, ...kept(key) }));
  const change = (changes: Partial<Fields>): void => {
    setFields((before) => {
      const after = { ...before, ...changes };
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
