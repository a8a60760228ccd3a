import { formsOf, referencePlaces } from '../../references/index.js';
import { declaredResources, resourceOfNoun, type ResourceDefinition } from '../../resources/index.js';
import { exampleId } from '../../values/index.js';
import { REFERENCE } from '../members/id.member.js';
import { operationsOf, refTo, schemasWithin, type Description, type Schema } from './description-model.js';

const NAME = 'Reference';

export const referenceSchema: Schema = { $ref: refTo(NAME) };

export const isReferable = (resource: ResourceDefinition | undefined): boolean =>
  resource !== undefined && formsOf(resource).length > 0;

export function nameReferences(description: Description): void {
  const { schemas } = description.components;
  for (const schema of Object.values(schemas)) for (const one of schemasWithin(schema)) refer(one, one);
  for (const { operation } of operationsOf(description)) {
    for (const parameter of operation.parameters ?? []) {
      // Nest leaves unknown schema keys on the parameter.
      refer(parameter.schema, parameter);
      for (const one of schemasWithin(parameter.schema)) refer(one, one);
    }
  }
  schemas[NAME] = describedReference();
}

function refer(schema: Schema, marked: { [REFERENCE]?: unknown }): void {
  const noun = marked[REFERENCE];
  if (typeof noun !== 'string') return;
  delete marked[REFERENCE];
  if (!isReferable(resourceOfNoun(noun))) return;
  const isNullable = Array.isArray(schema.type) && schema.type.includes('null');
  delete schema.type;
  delete schema.format;
  Object.assign(schema, isNullable ? { anyOf: [referenceSchema, { type: 'null' }] } : referenceSchema);
}

const describedReference = (): Schema & { pattern: string; examples: string[] } => ({
  type: 'string',
  description: `The id of a record, or how another system or a person names it. What leads nowhere is refused like an unknown id. In a path it is percent-encoded. Of several records with one name the one counts that is not archived, of archived ones alone the one that was created last. A stage is named in a path below its pipeline only (elsewhere 422).

Beside the id there can be, of each kind of record:

${declaredResources()
  .filter(isReferable)
  .map((resource) => `- ${resource.noun}: ${referencePlaces(resource).replace(/[\w]+:<[^ ]+/g, '`$&`')}`)
  .join('\n')}`,
  pattern:
    '^([0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}|crm:[^:]+:.+|email:[^@]+@[^@]+|name:.*\\S.*)$',
  examples: [exampleId('project'), 'crm:hubspot:901-22517', 'email:ada@example.com', 'name:Acme Corporation'],
});
