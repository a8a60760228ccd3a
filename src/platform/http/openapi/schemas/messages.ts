import { SENT } from '../../members/member.js';
import {
  nameOfRef,
  operationsOf,
  reachableFrom,
  refTo,
  schemasWithin,
  type Description,
  type Media,
  type Schema,
} from '../model/description-model.js';

/** Requests are closed, responses may get more members. Shared schemas become `Money` and `MoneyInput`. */
export function separateMessages(description: Description): void {
  const { schemas } = description.components;
  const operations = operationsOf(description).map(({ operation }) => operation);
  const sent = operations.flatMap(({ requestBody }) => schemasOf(requestBody?.content));
  const inResponses = operations.flatMap(({ responses }) =>
    Object.values(responses).flatMap(({ content }) => schemasOf(content)),
  );
  const names = reachableFrom(sent, schemas);
  const shared = [...names].filter((name) => reachableFrom(inResponses, schemas).has(name));
  for (const name of shared) schemas[inputOf(name)] = structuredClone(schemas[name] ?? {});
  const requests = [...names].map((name) => schemas[shared.includes(name) ? inputOf(name) : name] ?? {});
  for (const request of [...sent, ...requests]) referToInputs(request, shared);
  for (const request of requests) closeRequest(request);
  for (const schema of Object.values(schemas)) for (const one of schemasWithin(schema)) delete one[SENT];
}

const schemasOf = (content: Readonly<Record<string, Media>> = {}): Schema[] =>
  Object.values(content).map(({ schema }) => schema);

const inputOf = (name: string): string => `${name}Input`;

function referToInputs(schema: Schema, shared: readonly string[]): void {
  for (const one of schemasWithin(schema)) {
    const name = nameOfRef(one);
    if (name !== undefined && shared.includes(name)) one.$ref = refTo(inputOf(name));
  }
}

function closeRequest(schema: Schema): void {
  for (const one of schemasWithin(schema)) Object.assign(one, one[SENT]);
  if (schema.properties) schema.additionalProperties = false;
}
