const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value of a member as a person reads it. */
export function wordsOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (typeof value === 'string') return value === '' ? 'nothing' : value;
  if (isObject(value) && 'amount' in value && 'currency_code' in value) {
    return `${wordsOf(value.amount)} ${wordsOf(value.currency_code)}`;
  }
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(wordsOf).join(', ');
  return JSON.stringify(value);
}

/** The scopes that the values of members need, where reading the record is not enough: a test compares it with the server. */
export const scopeOfValues: ReadonlyMap<string, string> = new Map(
  ['default_cost_rate', 'cost_rate', 'cost_rate_effective_date'].map((name) => [name, 'rates:read']),
);

export interface ChangedMember {
  readonly name: string;
  readonly from: string;
  readonly to: string;
}

/** From what to what; without values at least which members. */
export function changedMembers(
  values: Readonly<Record<string, unknown>> | undefined,
  names: readonly string[],
): ChangedMember[] {
  const told = Object.entries(values ?? {}).flatMap(([name, value]) =>
    isObject(value) && ('from' in value || 'to' in value)
      ? [{ name, from: wordsOf(value.from), to: wordsOf(value.to) }]
      : [],
  );
  const untold = names.filter((name) => !told.some((member) => member.name === name));
  return [...told, ...untold.map((name) => ({ name, from: '', to: '' }))];
}

/** What the record is called, where it has a name. */
export function nameOf(record: unknown): string | undefined {
  if (!isObject(record)) return undefined;
  const { name, given_name, family_name, email_address } = record;
  const person = [given_name, family_name]
    .filter((part) => typeof part === 'string' && part !== '')
    .join(' ');
  const names = [name, person, email_address];
  return names.find((one): one is string => typeof one === 'string' && one !== '');
}
