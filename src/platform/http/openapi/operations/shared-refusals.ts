import { isDeepStrictEqual } from 'node:util';
import { operationsOf, type ResponseObject, type Description } from '../model/description-model.js';

/** Written once, so that what is special to an operation stands out. */
export function shareRefusals(description: Description): void {
  const shared: Record<string, ResponseObject> = {};
  for (const { operation } of operationsOf(description)) {
    for (const [status, response] of Object.entries(operation.responses)) {
      const name = sharedNames[status];
      if (name === undefined) continue;
      shared[name] ??= response;
      if (isDeepStrictEqual(shared[name], response)) {
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
