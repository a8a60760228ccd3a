import { exampleId } from '../../../values/index.js';
import { refusalOfId, type PathIds } from '../../routes/route-description.js';
import type { Operation, Parameter } from '../model/description-model.js';
import { isReferable, referenceSchema } from '../schemas/named-references.js';

/** Nest knows only the names of ids in paths. */
export function describePathIds({ operationId, parameters = [] }: Operation, ids: PathIds): void {
  for (const parameter of parameters) {
    if (parameter.in !== 'path' || parameter.description !== undefined) continue;
    const unknown = ids[parameter.name];
    if (!unknown)
      throw new Error(`${operationId}: its controller does not say what ${parameter.name} is of.`);
    describePathId(parameter, subjectOf(parameter.name, unknown), unknown);
  }
}

function describePathId(parameter: Parameter, subject: string, of: PathIds[string]): void {
  const resource = 'noun' in of ? of : undefined;
  parameter.description = `Id of the ${subject}.`;
  parameter.schema = isReferable(resource) ? { ...referenceSchema } : { type: 'string', format: 'uuid' };
  parameter.example = exampleId(subject);
}

// `project.not_found` is about a project; with two of a kind, as in a merge, the parameter says which.
function subjectOf(parameter: string, of: PathIds[string]): string {
  const { code } = refusalOfId(of);
  const subject = code.split('.')[0]?.replaceAll('_', ' ') ?? '';
  const named = parameter.replace(/_?id$/, '').replaceAll('_', ' ');
  return named === '' || subject.endsWith(named) ? subject : `${named} ${subject}`;
}

/** Swagger UI would send an example as a filter, and find nothing. */
export function describeFilters({ parameters = [] }: Operation): void {
  for (const parameter of parameters) {
    const example = parameter.schema.example as string | number | boolean | undefined;
    if (example === undefined) continue;
    delete parameter.schema.example;
    if (parameter.in === 'path') parameter.example = example;
    else parameter.description = `${parameter.description} Example: \`${String(example)}\`.`;
  }
}
