import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { ReferenceResolver } from '../../references/index.js';
import { isId } from '../../values/index.js';
import type { ApiRequest } from '../caller.js';
import { hasInterceptor } from '../nest-internals/nest-internals.js';
import { UpsertInterceptor } from '../upsert/upsert.interceptor.js';
import { isCreating, putIds } from '../upsert/path-reference.js';
import { referencesIn, resolvedPath } from './path-references.js';

/** Puts the id in the place of each reference in the path, but that of a record which a PATCH may create. */
@Injectable()
export class ReferenceGuard implements CanActivate {
  constructor(private readonly references: ReferenceResolver) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.switchToHttp().getRequest<ApiRequest>();
    for (const name in request.params) {
      if (!isId(request.params[name])) return this.replace(request, context);
    }
    return true;
  }

  private async replace(request: ApiRequest, context: ExecutionContext): Promise<boolean> {
    const found = referencesIn(request, context.getClass());
    if (found.length === 0) return true;
    const sent = { ...request.params };
    const last = found.find(({ place }) => place === Object.keys(sent).at(-1));
    const isUpsert = last && isCreating(last.resource, last.reference.form);
    if (isUpsert && hasInterceptor(context.getHandler(), UpsertInterceptor)) request.upsert = last;
    const resolved = found.filter((reference) => reference !== request.upsert);
    if (request.upsert) request.upsertParents = resolved;
    await putIds(this.references, request, resolved);
    request.resolvedPath = resolvedPath(request.path, request.params, sent);
    return true;
  }
}
