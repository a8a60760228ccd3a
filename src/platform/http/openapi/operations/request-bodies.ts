import { isId } from '../../../values/index.js';
import type { BodyExamples } from '../../routes/route-description.js';
import { nameOfRef, type Operation, type Schema } from '../model/description-model.js';

type Schemas = Readonly<Record<string, Schema>>;

export function describeBody(
  { requestBody }: Operation,
  schemas: Schemas,
  examples: BodyExamples | undefined,
): void {
  for (const media of Object.values(requestBody?.content ?? {})) {
    const { items } = media.schema;
    const body = schemas[nameOfRef(items ?? media.schema) ?? ''] ?? {};
    // Without a body, the members are those of an empty one.
    if (requestBody) requestBody.required = items !== undefined || (body.required ?? []).length > 0;
    const example = exampleOf(body);
    if (examples) media.examples = examples;
    else if (example) media.example = items ? [example] : example;
  }
}

// Valid in every organization, so without tags, optional ids and, since examples are public, secrets.
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
