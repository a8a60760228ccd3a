import { declaredSettings } from '../declared-settings.js';

// docker-compose.yml reads the same file.
export const composeVariables: readonly string[] = ['POSTGRES_PASSWORD', 'REDIS_PASSWORD', 'API_PORT'];

const SHORT = 5;
const TYPING_ERRORS = 2;

interface UnknownSetting {
  readonly name: string;
  readonly advice: string;
}

/** Unknown names that look like settings: by their prefix, or by one or two typing errors. */
export function unknownSettings(names: readonly string[]): UnknownSetting[] {
  const known = Object.keys(declaredSettings());
  const prefixes = new Set(known.filter((name) => name.includes('_')).map((name) => firstWordOf(name)));
  return names
    .filter((name) => !known.includes(name) && !composeVariables.includes(name))
    .flatMap((name) => {
      const nearest = nearestTo(name, known);
      if (nearest !== undefined) return [{ name, advice: `: did you mean ${nearest}?` }];
      return prefixes.has(firstWordOf(name)) ? [{ name, advice: ' and does nothing.' }] : [];
    });
}

function nearestTo(name: string, known: readonly string[]): string | undefined {
  const [nearest] = known
    .filter((setting) => Math.abs(setting.length - name.length) <= TYPING_ERRORS)
    .map((setting) => ({ setting, distance: editDistance(name.toUpperCase(), setting) }))
    .sort((one, other) => one.distance - other.distance);
  // Short names are close to many unrelated words.
  return nearest && nearest.distance <= (nearest.setting.length <= SHORT ? 1 : TYPING_ERRORS)
    ? nearest.setting
    : undefined;
}

function firstWordOf(name: string): string {
  return `${name.split('_')[0]}_`.slice(0, name.includes('_') ? undefined : 0);
}

function editDistance(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number): number => rows[row]?.[column] ?? Infinity;
  for (let row = 1; row <= one.length; row += 1) {
    rows[row] = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      rows[row]?.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (isSame ? 0 : 1),
          isSwapped ? at(row - 2, column - 2) + 1 : Infinity,
        ),
      );
    }
  }
  return at(one.length, other.length);
}
