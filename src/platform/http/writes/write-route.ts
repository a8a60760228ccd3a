import { SetMetadata, type CustomDecorator, type Type } from '@nestjs/common';
import { DERIVED } from '../members/member.js';
import { describedMembersOf } from '../nest-internals/nest-internals.js';

export interface WriteRoute {
  /** Its use case compares the version of the record: `versionMustMatch`. */
  readonly isVersioned: boolean;
}

const WRITE = 'write-route';
const RESPONSE = 'response-class';

export const Writing = (route: WriteRoute): CustomDecorator => SetMetadata(WRITE, route);

export const Responding = (response: Type): CustomDecorator => SetMetadata(RESPONSE, response);

const LIST = 'versioned-list';

/** A list with a version as a whole, which its query tells as `VERSION`, or its handler in the header `ETag`. */
export const VersionedList = (): CustomDecorator => SetMetadata(LIST, true);

export const isVersionedList = (handler: object): boolean => Reflect.hasMetadata(LIST, handler);

export const writeRouteOf = (handler: object): WriteRoute | undefined =>
  Reflect.getMetadata(WRITE, handler) as WriteRoute | undefined;

export const responseOf = (handler: object): Type | undefined =>
  Reflect.getMetadata(RESPONSE, handler) as Type | undefined;

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
