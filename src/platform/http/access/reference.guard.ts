import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { invalid } from '../../errors/index.js';
import { parseReference, referenceFault, ReferenceResolver } from '../../references/index.js';
import { isId } from '../../values/index.js';
import type { ApiRequest, PathReference } from '../caller.js';
import { pathIdsOf } from '../routes/route-description.js';

/** Puts the id in the place of each reference in the path. */
@Injectable()
export class ReferenceGuard implements CanActivate {
  constructor(private readonly references: ReferenceResolver) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.switchToHttp().getRequest<ApiRequest>();
    for (const name in request.params) {
      if (!isId(request.params[name])) return this.replace(request, context.getClass());
    }
    return true;
  }

  private async replace(request: ApiRequest, controller: object): Promise<boolean> {
    const found = referencesIn(request, controller);
    if (found.length === 0) return true;
    request.references = new Map(found.map((reference) => [reference.place, reference]));
    const free = found.filter(({ parentPlace }) => parentPlace === undefined);
    const bound = found.filter(({ parentPlace }) => parentPlace !== undefined);
    for (const some of [free, bound]) if (some.length > 0) await this.put(request, some);
    return true;
  }

  private async put(request: ApiRequest, found: readonly PathReference[]): Promise<void> {
    const ids = await this.references.resolve(
      found.map((reference) => ({ ...reference, parentId: parentIdOf(request, reference) })),
    );
    found.forEach(({ place }, index) => (request.params[place] = ids[index] as string));
  }
}

export function parentIdOf({ params }: ApiRequest, { parentPlace }: PathReference): string | undefined {
  const parentId = parentPlace === undefined ? undefined : params[parentPlace];
  return typeof parentId === 'string' ? parentId : undefined;
}

function referencesIn({ params }: ApiRequest, controller: object): PathReference[] {
  const ids = pathIdsOf(controller);
  return Object.entries(params).flatMap(([place, value]) => {
    const resource = ids[place];
    if (isId(value) || typeof value !== 'string' || !resource || !('noun' in resource)) return [];
    const reference = parseReference(resource, value);
    if (!reference) throw invalid({ [place]: [referenceFault(resource)] });
    const { parent } = resource;
    const parentPlace =
      reference.form !== 'crm' && parent
        ? Object.keys(params).find((name) => ids[name] === parent.resource)
        : undefined;
    return [{ resource, reference, place, parentPlace }];
  });
}
