import type { Type } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { DERIVED } from '../members/member.js';
import { describedMembersOf } from '../nest-internals/nest-internals.js';
import { metadataOf } from '../route-metadata.js';

export interface WriteRoute {
  /** Its use case compares the version of the record: `versionMustMatch`. */
  readonly isVersioned: boolean;
}

export const Writing = Reflector.createDecorator<WriteRoute>();

export const Responding = Reflector.createDecorator<Type>();

/** A list with a version as a whole, which its query tells as `VERSION`, or its handler in the header `ETag`. */
export const VersionedList = Reflector.createDecorator<void>();

export const isVersionedList = (handler: object): boolean => metadataOf(VersionedList, handler) !== undefined;

export const writeRouteOf = (handler: object): WriteRoute | undefined => metadataOf(Writing, handler);

export const responseOf = (handler: object): Type | undefined => metadataOf(Responding, handler);

/** Whether a member of the answer is a secret, which is shown this once. */
export function showsSecret(handler: object): boolean {
  const response = responseOf(handler);
  return (
    response !== undefined && describedMembersOf(response).some(({ schema }) => schema.format === 'password')
  );
}

/** Whether a member follows another record, so that it changes without a new version. */
export function hasDerivedMembers(handler: object): boolean {
  const response = responseOf(handler);
  return (
    response !== undefined && describedMembersOf(response).some(({ schema }) => schema[DERIVED] === true)
  );
}
