import { Injectable, type ExecutionContext, type Type } from '@nestjs/common';
import { PartialType, PickType } from '@nestjs/swagger';
import { ReferenceResolver } from '../../references/index.js';
import type { ApiRequest } from '../caller.js';
import { requestMemberFixed } from '../errors/request-refusals.js';
import { bodyTypeOf } from '../nest-internals/nest-internals.js';
import { rulesOf } from '../validation/message-rules.js';
import { validated } from '../validation/request-validation.pipe.js';
import { changesIn } from '../../values/index.js';
import { createRouteOf } from './create-handlers.js';

type Members = Record<string, unknown>;

/** Members that only creation takes: the same body can be sent again, as long as it says what the record is. */
@Injectable()
export class FixedMembers {
  private readonly known = new Map<object, Type<object> | undefined>();

  constructor(private readonly references: ReferenceResolver) {}

  /** Takes them out of the body of a change. @throws BusinessError 400 for those that are not valid */
  async takeFrom(request: ApiRequest, context: ExecutionContext): Promise<Members> {
    const fixed = this.of(context.getClass(), context.getHandler().name);
    const body: unknown = request.body;
    if (!fixed || typeof body !== 'object' || body === null || Array.isArray(body)) return {};
    const names = membersOf(fixed);
    const all = Object.entries(body);
    request.body = Object.fromEntries(all.filter(([name]) => !names.has(name)));
    const sent = Object.fromEntries(all.filter(([name]) => names.has(name)));
    return (await validated(fixed, sent, '', this.references)) as Members;
  }

  private of(controller: Type, change: string): Type<object> | undefined {
    if (!this.known.has(controller)) this.known.set(controller, fixedBy(controller, change));
    return this.known.get(controller);
  }
}

/** @throws BusinessError 409 for one that the record has otherwise */
export function fixedMembersMustStay(fixed: Members, record: Members): void {
  const [name] = Object.keys(changesIn(record, fixed));
  if (name !== undefined) throw requestMemberFixed(name);
}

function fixedBy(controller: Type, change: string): Type<object> | undefined {
  const [create] = createRouteOf(controller) ?? [];
  const created = create === undefined ? undefined : bodyTypeOf(controller, create);
  const changed = bodyTypeOf(controller, change);
  if (!created || !changed) return undefined;
  const changeable = membersOf(changed);
  const names = [...membersOf(created)].filter((name) => !changeable.has(name));
  if (names.length === 0) return undefined;
  return PartialType(PickType(created, names as never[]));
}

const membersOf = (message: Type<object>): ReadonlySet<string> =>
  new Set(rulesOf(message).members.map(({ name }) => name));
