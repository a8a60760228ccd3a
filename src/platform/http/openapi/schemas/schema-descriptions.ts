import type { Description, Schema } from '../model/description-model.js';

const byName: readonly (readonly [name: RegExp, describe: (kind: string) => string])[] = [
  [/^Create(\w+)Request$/, (kind) => `A new ${kind}, as it is sent.`],
  [
    /^Update(\w+)Request$/,
    (kind) => `What changes of one ${kind}: members that are absent stay as they are.`,
  ],
  [/^(\w+)Page$/, (kind) => `One page of a list; each result is one ${kind}.`],
  [/^(\w+)Response$/, (kind) => `One ${kind}, as responses show it.`],
];

export function describeSchemas({ components }: Description): void {
  for (const [name, schema] of Object.entries(components.schemas)) {
    schema.description ??= describedBy(name);
    describeDefaults(name, schema);
  }
}

// What changes a record has its members from what creates one. A PATCH with a reference can create too.
function describeDefaults(name: string, { properties = {} }: Schema): void {
  for (const member of Object.values(properties)) {
    const { description = '' } = member;
    if (/^Update\w+Request$/.test(name))
      member.description = description.replace('Default: ', 'Default, where this creates it: ');
    else if (/Change$/.test(name)) member.description = description.replace(/ Default: [^.]+\./, '');
  }
}

function describedBy(name: string): string {
  for (const [pattern, describe] of byName) {
    const kind = pattern.exec(name)?.[1];
    if (kind !== undefined) return describe(wordsOf(kind));
  }
  throw new Error(`${name}: say with ApiSchema what it describes.`);
}

const wordsOf = (name: string): string =>
  name
    .split(/(?=[A-Z])/)
    .join(' ')
    .toLowerCase();
