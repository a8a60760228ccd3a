import { StandardSchemaValidationPipe } from '@nestjs/common';
import { invalid } from '../../errors/index.js';
import { FaultList } from '../errors/faults.js';

type Issues = Parameters<NonNullable<Options['exceptionFactory']>>[0];
type Options = NonNullable<ConstructorParameters<typeof StandardSchemaValidationPipe>[0]>;

export const schemaValidation = (): StandardSchemaValidationPipe =>
  new StandardSchemaValidationPipe({ exceptionFactory: refusalOf });

function refusalOf(issues: Issues): Error {
  const faults = new FaultList();
  for (const { path = [], message } of issues) {
    if (faults.isFull) break;
    faults.add(placeOf(path) || 'body', message);
  }
  return invalid(faults.toMembers());
}

/** Such as `assignment.id` or `[3].hours`. */
function placeOf(path: NonNullable<Issues[number]['path']>): string {
  const places = path.map((part) => (typeof part === 'object' ? part.key : part));
  return places
    .map((place) => (typeof place === 'number' ? `[${place}]` : `.${String(place)}`))
    .join('')
    .replace(/^\./, '');
}
