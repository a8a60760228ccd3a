import type { Schemas } from '../api/client.js';
import { mayDo } from '../api/may-do.js';
import { Lacking } from '../ui/telling/note.js';
import type { Change } from './change-feed.js';
import { scopeOfValues } from './change-words.js';

interface MissingRightsProps {
  readonly me: Schemas['MeResponse'];
  readonly shown: readonly Change[];
}

/** For what is hidden in the changes that are shown. */
export const MissingRights = ({ me, shown }: MissingRightsProps) => {
  const members = shown.flatMap(({ modified_properties }) => modified_properties);
  const needed = new Set(members.flatMap((member) => scopeOfValues.get(member) ?? []));
  const hasOthers = shown.some(({ actor }) => actor !== null && actor.user_id !== me.user_id);
  return (
    <>
      {hasOthers && !mayDo(me.scopes, 'admin') && (
        <Lacking scope="admin" what="Seeing which other users these are" />
      )}
      {[...needed]
        .filter((scope) => !mayDo(me.scopes, scope))
        .map((scope) => (
          <Lacking key={scope} scope={scope} what="Seeing all of these values" />
        ))}
    </>
  );
};
