import { CHOICES, type Choices } from '../../members/choices.js';
import {
  operationsOf,
  refTo,
  schemasWithin,
  type Description,
  type Schema,
} from '../model/description-model.js';

export function nameChoices(description: Description): void {
  const { schemas } = description.components;
  const named: Record<string, Schema> = {};
  for (const schema of Object.values(schemas)) {
    for (const one of schemasWithin(schema)) referToChoices(one, one[CHOICES] as Choices | undefined, named);
  }
  for (const { operation } of operationsOf(description)) {
    for (const parameter of operation.parameters ?? []) {
      // Nest leaves unknown schema keys on the parameter.
      referToChoices(parameter.schema, parameter[CHOICES] as Choices | undefined, named);
      delete parameter[CHOICES];
      for (const one of schemasWithin(parameter.schema))
        referToChoices(one, one[CHOICES] as Choices | undefined, named);
    }
  }
  Object.assign(schemas, named);
}

function referToChoices(schema: Schema, choices: Choices | undefined, named: Record<string, Schema>): void {
  if (!choices) return;
  const { name, description, words } = choices;
  named[name] = { type: 'string', description, enum: words };
  const reference = { $ref: refTo(name) };
  const isNullable = Array.isArray(schema.type) && schema.type.includes('null');
  delete schema.type;
  delete schema[CHOICES];
  Object.assign(schema, isNullable ? { anyOf: [reference, { type: 'null' }] } : reference);
}
