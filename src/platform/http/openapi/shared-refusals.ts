import { isDeepStrictEqual } from 'node:util';
import { operationsOf, type Answer, type Description } from './description-model.js';

/** Every operation can be refused in some of the same ways: they are written once, so that what is special stands out. */
export function shareRefusals(description: Description): void {
  const shared: Record<string, Answer> = {};
  for (const { operation } of operationsOf(description)) {
    for (const [status, answer] of Object.entries(operation.responses)) {
      const name = sharedNames[status];
      if (name === undefined) continue;
      shared[name] ??= answer;
      if (isDeepStrictEqual(shared[name], answer)) {
        operation.responses[status] = { $ref: `#/components/responses/${name}` };
      }
    }
  }
  description.components.responses = shared;
}

const sharedNames: Readonly<Record<string, string>> = {
  400: 'Invalid',
  401: 'Unauthenticated',
  413: 'TooLarge',
  415: 'UnsupportedMediaType',
  429: 'RateLimited',
  500: 'Failed',
};
