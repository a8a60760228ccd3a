import type { ResourceDefinition } from '../../resources/index.js';
import type { ApiRequest, PathReference } from '../caller.js';

export function parentIdOf({ params }: ApiRequest, { parentPlace }: PathReference): string | undefined {
  const parentId = parentPlace === undefined ? undefined : params[parentPlace];
  return typeof parentId === 'string' ? parentId : undefined;
}

/** A PATCH by it creates what is not there. */
export const isCreating = (
  { createdBy, crmIdentifiers }: ResourceDefinition,
  form: PathReference['reference']['form'],
): boolean => (form === 'crm' ? crmIdentifiers !== undefined : createdBy !== undefined);
