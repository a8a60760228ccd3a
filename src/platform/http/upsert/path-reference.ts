import type { ReferenceResolver } from '../../references/index.js';
import type { ResourceDefinition } from '../../resources/index.js';
import type { ApiRequest, PathReference } from '../caller.js';

export function parentIdOf({ params }: ApiRequest, { parentPlace }: PathReference): string | undefined {
  const parentId = parentPlace === undefined ? undefined : params[parentPlace];
  return typeof parentId === 'string' ? parentId : undefined;
}

/** Puts the id in the place of each, those first whose name counts everywhere. @returns whether others stood there */
export async function putIds(
  resolver: ReferenceResolver,
  request: ApiRequest,
  references: readonly PathReference[],
): Promise<boolean> {
  let areOthers = false;
  for (const isBelow of [false, true]) {
    const found = references.filter(({ parentPlace }) => (parentPlace !== undefined) === isBelow);
    if (found.length === 0) continue;
    const ids = await resolver.resolve(
      found.map((reference) => ({ ...reference, parentId: parentIdOf(request, reference) })),
    );
    for (const [index, { place }] of found.entries()) {
      areOthers ||= request.params[place] !== ids[index];
      request.params[place] = ids[index] as string;
    }
  }
  return areOthers;
}

/** A PATCH by it creates what is not there. */
export const isCreating = (
  { createdBy, crmIdentifiers }: ResourceDefinition,
  form: PathReference['reference']['form'],
): boolean => (form === 'crm' ? crmIdentifiers !== undefined : createdBy !== undefined);
