import type { Operation } from './description-model.js';

/** Swagger UI would fill an example into the form, and the first list that somebody tries would be filtered to nothing. */
export function describeFilters({ parameters = [] }: Operation): void {
  for (const parameter of parameters) {
    const example = parameter.schema.example as string | number | boolean | undefined;
    if (example === undefined) continue;
    delete parameter.schema.example;
    parameter.description = `${parameter.description} Example: \`${String(example)}\`.`;
  }
}
