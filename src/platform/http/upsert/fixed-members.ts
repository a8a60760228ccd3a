import { Injectable, type ExecutionContext, type Type } from '@nestjs/common';
import { PartialType, PickType } from '@nestjs/swagger';
import { ReferenceResolver } from '../../references/index.js';
import type { ApiRequest } from '../caller.js';
import { bodyTypeOf } from '../nest-internals/nest-internals.js';
import { rulesOf } from '../validation/message-rules.js';
import { validated, visited } from '../validation/request-validation.pipe.js';
import { requestMemberFixed } from '../../writes/index.js';
import { createRouteOf } from './create-handlers.js';
import { says } from './says.js';

type Members = Record<string, unknown>;

interface Fixed {
  readonly created: Type<object>;
  /** Of these members: those that a change takes too, in another form. */
  readonly changed: Type<object>;
  readonly names: ReadonlySet<string>;
  readonly changeable: ReadonlySet<string>;
  /** Those that only a change takes. */
  readonly later: ReadonlySet<string>;
}

/** Members that only creation takes: the same body can be sent again, as long as it says what the record is. */
@Injectable()
export class FixedMembers {
  private readonly known = new Map<object, Fixed | undefined>();

  constructor(private readonly references: ReferenceResolver) {}

  /** Takes them out of the body of a change. @throws BusinessError 400 for those that are not valid */
  async takeFrom(request: ApiRequest, context: ExecutionContext): Promise<Members> {
    const fixed = this.of(context.getClass(), context.getHandler().name);
    if (!fixed || fixed.names.size === 0) return {};
    const sent = take(request, (name, value) => isFixed(fixed, name, value));
    return (await validated(fixed.created, sent, '', this.references)) as Members;
  }

  /** Takes out of the body of a creation what only a change takes, such as `is_archived`: as it was sent. */
  takeLater(request: ApiRequest, context: ExecutionContext): Members {
    const fixed = this.of(context.getClass(), context.getHandler().name);
    return fixed ? take(request, (name) => fixed.later.has(name)) : {};
  }

  private of(controller: Type, change: string): Fixed | undefined {
    if (!this.known.has(controller)) this.known.set(controller, fixedBy(controller, change));
    return this.known.get(controller);
  }
}

function take(request: ApiRequest, isTaken: (name: string, value: unknown) => boolean): Members {
  const body: unknown = request.body;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return {};
  const all = Object.entries(body);
  const taken = all.filter(([name, value]) => isTaken(name, value));
  request.body = Object.fromEntries(all.filter((member) => !taken.includes(member)));
  return Object.fromEntries(taken);
}

/** @throws BusinessError 409 for one that the record has otherwise */
export function fixedMembersMustStay(fixed: Members, record: Members): void {
  const name = Object.keys(fixed).find((member) => !says(record[member], fixed[member]));
  if (name !== undefined) throw requestMemberFixed(name);
}

function isFixed({ names, changeable, changed, created }: Fixed, name: string, value: unknown): boolean {
  if (!names.has(name) || !changeable.has(name)) return names.has(name);
  return !isOf(changed, name, value) && isOf(created, name, value);
}

const isOf = (message: Type<object>, name: string, value: unknown): boolean =>
  visited(message, { [name]: value }, '').findings.faults.isEmpty;

function fixedBy(controller: Type, change: string): Fixed | undefined {
  const [create] = createRouteOf(controller) ?? [];
  const created = create === undefined ? undefined : bodyTypeOf(controller, create);
  const changed = bodyTypeOf(controller, change);
  if (!created || !changed) return undefined;
  const formOf = new Map(rulesOf(changed).members.map(({ name, nested }) => [name, nested]));
  const ofCreation = rulesOf(created).members;
  const names = ofCreation
    .filter(({ name, nested }) => !formOf.has(name) || formOf.get(name) !== nested)
    .map(({ name }) => name);
  const changeable = names.filter((name) => formOf.has(name));
  return {
    created: someOf(created, names),
    changed: someOf(changed, changeable),
    names: new Set(names),
    changeable: new Set(changeable),
    later: new Set([...formOf.keys()].filter((name) => !ofCreation.some((member) => member.name === name))),
  };
}

const someOf = (message: Type<object>, names: readonly string[]): Type<object> =>
  PartialType(PickType(message, names as never[]));
