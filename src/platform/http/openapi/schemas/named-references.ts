import { formsOf, referencePlaces } from '../../../references/index.js';
import { declaredResources, resourceOfNoun, type ResourceDefinition } from '../../../resources/index.js';
import { exampleId } from '../../../values/index.js';
import { REFERENCE } from '../../members/id.member.js';
import {
  operationsOf,
  reachableFrom,
  refTo,
  schemasWithin,
  type Description,
  type Operation,
  type Schema,
} from '../model/description-model.js';

type Schemas = Readonly<Record<string, Schema>>;

const NAME = 'Reference';

export const referenceSchema: Schema = { $ref: refTo(NAME) };

export const isReferable = (resource: ResourceDefinition | undefined): boolean =>
  resource !== undefined && formsOf(resource).length > 0;

/** @returns the operations in which something can be named that has its name below its parent only */
export function nameReferences(description: Description): ReadonlySet<Operation> {
  const { schemas } = description.components;
  const operations = operationsOf(description).map(({ operation }) => operation);
  const bound = operations.filter((operation) => refersToBoundNames(operation, schemas));
  for (const schema of Object.values(schemas))
    for (const one of schemasWithin(schema)) refer(one, one as Marked);
  for (const parameter of operations.flatMap(({ parameters = [] }) => parameters)) {
    // Nest leaves unknown schema keys on the parameter.
    refer(parameter.schema, parameter as Marked);
    for (const one of schemasWithin(parameter.schema)) refer(one, one as Marked);
  }
  schemas[NAME] = describedReference();
  return new Set(bound);
}

function refersToBoundNames({ parameters = [], requestBody }: Operation, schemas: Schemas): boolean {
  const sent = Object.values(requestBody?.content ?? {}).map(({ schema }) => schema);
  const all = [...sent, ...[...reachableFrom(sent, schemas)].map((name) => schemas[name] ?? {})];
  const marked: object[] = [...parameters, ...all.flatMap((schema) => [...schemasWithin(schema)])];
  return marked.some((one) => isBound(resourceOfNoun(String((one as Marked)[REFERENCE]))));
}

/** Whether it has its name below its parent only. */
export const isBound = (resource: ResourceDefinition | undefined): boolean =>
  resource?.hasNames === true && resource.parent !== undefined;

interface Marked {
  [REFERENCE]?: unknown;
}

function refer(schema: Schema, marked: Marked): void {
  const noun = marked[REFERENCE];
  if (typeof noun !== 'string') return;
  delete marked[REFERENCE];
  if (!isReferable(resourceOfNoun(noun))) return;
  const isNullable = Array.isArray(schema.type) && schema.type.includes('null');
  delete schema.type;
  delete schema.format;
  Object.assign(schema, isNullable ? { anyOf: [referenceSchema, { type: 'null' }] } : referenceSchema);
}

const describedReference = (): Schema & { title: string; pattern: string; examples: string[] } => ({
  type: 'string',
  title: NAME,
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
