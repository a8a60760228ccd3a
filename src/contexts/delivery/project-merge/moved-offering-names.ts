import { nameKey } from '../../../platform/values/index.js';

const LONGEST_NAME = 255;

interface NamedOffering {
  readonly id: string;
  readonly name: string;
}

/**
 * The offerings of a merged project that need another name, with that name: where the target has the name already, the
 * source project's name is appended, and where that is taken too, a number. A name has at most 255 characters.
 */
export function renamedOfferings(
  moved: readonly NamedOffering[],
  present: readonly NamedOffering[],
  sourceProjectName: string,
): NamedOffering[] {
  const inTarget = new Set(present.map(({ name }) => nameKey(name)));
  const taken = new Set([...inTarget, ...moved.map(({ name }) => nameKey(name))]);
  return moved
    .filter(({ name }) => inTarget.has(nameKey(name)))
    .map(({ id, name }) => {
      const free = freeName(`${name} (${sourceProjectName})`, taken);
      taken.add(nameKey(free));
      return { id, name: free };
    });
}

function freeName(wanted: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const candidate = cut(wanted, number === 1 ? '' : ` ${number}`);
    if (!taken.has(nameKey(candidate))) return candidate;
  }
}

/** The text and what ends it, as long as a name can be; counted are characters, so that none is cut in two. */
const cut = (text: string, ending: string): string =>
  [...text]
    .slice(0, LONGEST_NAME - ending.length)
    .join('')
    .trimEnd() + ending;
