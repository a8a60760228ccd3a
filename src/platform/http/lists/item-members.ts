import type { Type } from '@nestjs/common';
import { REFERENCE } from '../members/id.member.js';
import { SENT } from '../members/member.js';
import { describedMembersOf } from '../nest-internals/nest-internals.js';

/** The noun of the items, where their ids say it. */
export function itemKindOf(response: Type): string | undefined {
  const id = describedMembersOf(response).find(({ name }) => name === 'id');
  return (id?.schema[SENT] as { readonly [REFERENCE]?: string } | undefined)?.[REFERENCE];
}

export interface ItemMember {
  readonly isList: boolean;
  /** Of an object, or of the objects of a list. `any`: its members are not known before. */
  readonly members: ItemMembers | 'any' | undefined;
}

export type ItemMembers = ReadonlyMap<string, ItemMember>;

const known = new Map<Type, ItemMembers>();

export function itemMembersOf(response: Type): ItemMembers {
  const found = known.get(response);
  if (found) return found;
  const members = new Map<string, ItemMember>();
  known.set(response, members);
  for (const { name, type, isArray } of describedMembersOf(response)) {
    const within = typeof type === 'function' ? itemMembersOf(type) : type === 'object' ? 'any' : undefined;
    members.set(name, { isList: isArray, members: within });
  }
  return members;
}
