import type { Description } from '../model/description-model.js';

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
  for (const [name, schema] of Object.entries(components.schemas)) schema.description ??= describedBy(name);
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
