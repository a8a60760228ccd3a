import type { Reflector } from '@nestjs/core';
import type { DeclaredRefusal } from '../../../errors/index.js';
import { formsOf, referencePlaces } from '../../../references/index.js';
import { requestMemberFixed } from '../../../writes/index.js';
import { isCreating } from '../../upsert/path-reference.js';
import { createRouteOf } from '../../upsert/create-handlers.js';
import { bodyTypeOf } from '../../nest-internals/nest-internals.js';
import { pathIdsOf } from '../../routes/route-description.js';
import { scopeOf } from '../../routes/scope.js';
import type { DescribedRoute } from '../model/described-routes.js';
import { nameOfRef, type Operation, type Schema } from '../model/description-model.js';
import { refusalsOf } from './route-refusals.js';

const ONLY_NEW = 'By a reference only: creation takes it, and later it must be what the record has.';

/** What creation takes stands beside what a change takes, after the example was made of the latter. */
export function describeUpsertBody(
  { requestBody, responses }: Operation,
  schemas: Readonly<Record<string, Schema>>,
  { controller }: DescribedRoute,
): void {
  const [create] = createRouteOf(controller) ?? [];
  const changed = schemas[nameOfRef(requestBody?.content['application/json']?.schema ?? {}) ?? ''];
  const created = create === undefined ? undefined : schemas[bodyTypeOf(controller, create)?.name ?? ''];
  if (!responses[201] || !changed?.properties || !created) return;
  for (const [name, { default: _default, ...member }] of Object.entries(created.properties ?? {})) {
    const own = changed.properties[name];
    if (!own) {
      changed.properties[name] = { ...member, description: `${member.description} ${ONLY_NEW}` };
    } else if (own.items && JSON.stringify(own.items) !== JSON.stringify(member.items)) {
      own.items = { anyOf: [own.items, member.items ?? {}] };
    }
  }
}

/** A PATCH whose path ends in a reference can create. @returns what is refused then beside what it refuses itself */
export function describeUpsert(
  method: string,
  path: string,
  operation: Operation,
  { controller, handler: changing }: DescribedRoute,
  reflector: Reflector,
): DeclaredRefusal[] {
  const [, place = ''] = /\{(\w+)\}$/.exec(path) ?? [];
  const resource = pathIdsOf(controller)[place];
  const changed = operation.responses[200];
  const [, handler] = createRouteOf(controller) ?? [];
  if (method !== 'PATCH' || !resource || !('noun' in resource) || !changed || !handler) return [];
  const forms = formsOf(resource).filter((form) => isCreating(resource, form));
  if (forms.length === 0) return [];
  const scope = scopeOf(reflector, handler, controller, 'POST');
  const isOther = scope !== 'none' && scope !== scopeOf(reflector, changing, controller, method);
  const creationNeeds = isOther ? ` Creation needs the scope \`${scope}\` too.` : '';
  operation.description = `${operation.description}

By a reference (${referencePlaces(resource, forms)}) to what is not there it is created (201, with \`Location\`); then the members are required that creation requires, and what creation itself does not take, such as \`is_archived\`, is changed at once. The same body can be sent again: members that only creation takes are compared with what the record has (409 \`request.member_fixed\`). The reference stays what it is known by, whatever the body says. \`If-None-Match: *\` only creates, \`If-Match\` only changes, else 412.${creationNeeds}`;
  operation.responses[201] = { ...structuredClone(changed), description: 'The resource as it was created.' };
  return [requestMemberFixed, ...refusalsOf(path.replace(/\/[^/]*$/, ''), { controller, handler })];
}
