import type { Type } from '@nestjs/common';
import { describedMembersOf } from '../nest-internals/nest-internals.js';

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
