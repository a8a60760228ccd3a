import type { DeclaredRefusal } from '../../../errors/index.js';
import { preconditionFailed } from '../../../writes/index.js';
import { describedMembersOf } from '../../nest-internals/nest-internals.js';
import { KEY_PATTERN, LONGEST_KEY } from '../../writes/idempotency-key.js';
import { VALIDATE_ONLY } from '../../writes/write-options.js';
import { idempotencyInProgress, idempotencyKeyReused } from '../../writes/write-refusals.js';
import { isVersionedList, responseOf, writeRouteOf } from '../../writes/write-route.js';
import type { Operation, Parameter } from '../model/description-model.js';

const tag = { type: 'string' };

const parameters = {
  key: {
    in: 'header',
    name: 'Idempotency-Key',
    description:
      'Makes a repeat safe: 1 to 255 visible ASCII characters, also between quotation marks. A repeat with the same key, query and body gets the first answer again and writes nothing.',
    schema: { type: 'string', maxLength: LONGEST_KEY, pattern: KEY_PATTERN },
  },
  validateOnly: {
    in: 'query',
    name: VALIDATE_ONLY,
    description:
      '`true`: the write is done with all its rules and taken back. The answer is the one it would give, with the header `Validate-Only: true`; ids in it belong to nothing.',
    schema: { type: 'boolean' },
  },
  match: {
    in: 'header',
    name: 'If-Match',
    description:
      'ETags of the version that may be changed, or `*`. Another version is refused with 412, whose `ETag` is the present one. What follows the date in an ETag does not count.',
    schema: tag,
  },
  noneMatch: {
    in: 'header',
    name: 'If-None-Match',
    description: 'ETags of versions that must not be changed, or `*`: where there is a record, 412.',
    schema: tag,
  },
  known: {
    in: 'header',
    name: 'If-None-Match',
    description: 'ETags that are known already: 304 without a body when one of them is the present one.',
    schema: tag,
  },
} satisfies Record<string, Parameter>;

type Choice = keyof typeof parameters;

/** Whether what it answers has a version: one record, or a list as a whole. */
export const hasVersion = (handler: object): boolean => {
  const response = responseOf(handler);
  if (!response || isVersionedList(handler)) return isVersionedList(handler);
  return describedMembersOf(response).some(({ name }) => name === 'modified_date');
};

/** @returns what is refused for its key or its preconditions */
export function describeWrite(method: string, operation: Operation, handler: object): DeclaredRefusal[] {
  const route = writeRouteOf(handler);
  if (!route) {
    if (method === 'GET' && hasVersion(handler)) {
      take(operation, ['known']);
      operation.responses[304] = { description: 'The record is as it is known already.' };
    }
    return [];
  }
  const conditions: Choice[] = route.isVersioned ? ['match', 'noneMatch'] : [];
  take(operation, ['key', 'validateOnly', ...conditions]);
  const refusals = [idempotencyInProgress, idempotencyKeyReused];
  return route.isVersioned ? [preconditionFailed, ...refusals] : refusals;
}

function take(operation: Operation, choices: readonly Choice[]): void {
  const added = choices.map((choice) => ({ ...structuredClone(parameters[choice]), required: false }));
  Object.assign(operation, { parameters: [...(operation.parameters ?? []), ...added] });
}
