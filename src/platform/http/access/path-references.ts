import { invalid } from '../../errors/index.js';
import { parseReference, referenceFault } from '../../references/index.js';
import { isId } from '../../values/index.js';
import type { ApiRequest, PathReference } from '../caller.js';
import { pathIdsOf } from '../routes/route-description.js';

/** Not of ids. @throws 400 for what is neither */
export function referencesIn({ params }: ApiRequest, controller: object): PathReference[] {
  const ids = pathIdsOf(controller);
  return Object.entries(params).flatMap(([place, value]) => {
    const resource = ids[place];
    if (isId(value) || typeof value !== 'string' || !resource || !('noun' in resource)) return [];
    const reference = parseReference(resource, value);
    if (!reference) throw invalid({ [place]: [referenceFault(resource)] });
    const isBound = reference.form !== 'crm' && resource.parent !== undefined;
    const parentPlace = isBound
      ? Object.keys(params).find((name) => ids[name] === resource.parent?.resource)
      : undefined;
    return [{ resource, reference, place, parentPlace }];
  });
}

/** The path with ids in the places of references. @param sent the parameters as they were */
export function resolvedPath(path: string, params: ApiRequest['params'], sent: ApiRequest['params']): string {
  const places = Object.keys(sent);
  return path
    .split('/')
    .map((part) => {
      const [place = ''] = places;
      if (decodeURIComponent(part) !== sent[place]) return part;
      places.shift();
      return params[place] === sent[place] ? part : params[place];
    })
    .join('/');
}
