import { isId } from '../../values/index.js';
import type { BodyExamples } from '../routes/route-description.js';
import { nameOfRef, type Operation, type Schema } from './description-model.js';

type Schemas = Readonly<Record<string, Schema>>;

/** Says whether there must be a body, and gives an example of it that can be sent as it is. */
export function describeBody(
  { requestBody }: Operation,
  schemas: Schemas,
  examples: BodyExamples | undefined,
): void {
  for (const media of Object.values(requestBody?.content ?? {})) {
    const { items } = media.schema;
    const body = schemas[nameOfRef(items ?? media.schema) ?? ''] ?? {};
    // Without a body the members are looked for as in an empty one.
    if (requestBody) requestBody.required = items !== undefined || (body.required ?? []).length > 0;
    const example = exampleOf(body);
    if (examples) media.examples = examples;
    else if (example) media.example = items ? [example] : example;
  }
}

// Where no other record is needed it works in every organization: tags and members with an id that may be absent are
// left out. So are secrets, because everybody knows the one of the example.
function exampleOf({ properties = {}, required = [] }: Schema): object | null {
  const sendable = Object.entries(properties).filter(
    ([name, { example, format }]) =>
      required.includes(name) || !(name === 'tags' || format === 'password' || holdsId(example)),
  );
  return sendable.length > 0
    ? Object.fromEntries(sendable.map(([name, schema]) => [name, schema.example]))
    : null;
}

const holdsId = (example: unknown): boolean =>
  isId(example) || (typeof example === 'object' && example !== null && Object.values(example).some(holdsId));
