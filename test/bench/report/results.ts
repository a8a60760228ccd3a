import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What a run found out. */
export interface Results {
  /** Markdown by the name of its place in the README. */
  readonly sections: Readonly<Record<string, string>>;
  /** By name, beside the README. */
  readonly files?: Readonly<Record<string, string>>;
}

const FOLDER = 'test/bench';

/** Puts each section into its place in the README of the bench, and the files beside it. */
export async function keepResults(
  sections: Readonly<Record<string, string>>,
  files: Readonly<Record<string, string>> = {},
): Promise<void> {
  const readme = join(FOLDER, 'README.md');
  const text = Object.entries(sections).reduce(withSection, await readFile(readme, 'utf8'));
  await writeFile(readme, text);
  for (const [name, content] of Object.entries(files)) await writeFile(join(FOLDER, name), content);
}

/** The text with another section between its two marks. @throws Error where it has no such place */
export function withSection(text: string, [name, section]: readonly [string, string]): string {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`The README of the bench has no place for ${name}.`);
  return `${text.slice(0, from)}${begin}\n\n${section}\n\n${text.slice(to)}`;
}
