import type { ApiRecord } from '../api/record-list.js';
import type { MemberRule } from '../mapping/mapping.js';
import type { Json } from './member-values.js';
import type { CrmIdentifier, WantedRecord } from './wanted-record.js';

export interface RecordChanges {
  readonly members: Readonly<Record<string, Json>>;
  /** Mapped members that the token may not read. */
  readonly notShown: readonly string[];
}

export function findChanges(
  record: ApiRecord,
  wanted: WantedRecord,
  rules: Readonly<Record<string, MemberRule>>,
): RecordChanges {
  const members: Record<string, Json> = {};
  const notShown: string[] = [];
  for (const [name, value] of Object.entries(wanted.members)) {
    const rule = rules[name];
    if (rule?.once) continue;
    if (!Object.hasOwn(record, name)) {
      notShown.push(name);
      continue;
    }
    const target = rule?.replace ? value : keepOthers(record[name], value);
    if (!isSame(record[name], target, name)) members[name] = target;
  }
  const identifiers = mergeIdentifiers(record.crm_identifiers ?? [], wanted.identifiers);
  if (identifiers) members['crm_identifiers'] = identifiers;
  return { members: withDatedRate(members, wanted, rules), notShown };
}

/** A cost rate has a date: the record shows today's, and both members change together. */
function withDatedRate(
  changed: Readonly<Record<string, Json>>,
  { members }: WantedRecord,
  { cost_rate: rateRule, cost_rate_effective_date: dayRule }: Readonly<Record<string, MemberRule>>,
): RecordChanges['members'] {
  const { cost_rate_effective_date: changedDay, ...others } = changed;
  const day = members['cost_rate_effective_date'] ?? null;
  const rate = members['cost_rate'];
  if (day === null || rate === undefined || rateRule?.once || dayRule?.once) return others;
  if (changedDay === undefined && others['cost_rate'] === undefined) return others;
  return { ...others, cost_rate: rate, cost_rate_effective_date: day };
}

/** Body of the POST, without empty members. */
export function membersToCreate(wanted: WantedRecord): Record<string, Json> {
  const hasRate = (wanted.members['cost_rate'] ?? null) !== null;
  const given = Object.entries(wanted.members).filter(
    ([name, value]) => value !== null && (hasRate || name !== 'cost_rate_effective_date'),
  );
  const identifiers =
    wanted.identifiers.length > 0 ? { crm_identifiers: mergeIdentifiers([], wanted.identifiers) ?? [] } : {};
  return { ...Object.fromEntries(given), ...identifiers };
}

/** Keeps tags and metadata added in the platform. */
function keepOthers(held: unknown, value: Json): Json {
  if (Array.isArray(value) && Array.isArray(held)) {
    const kept = held as readonly Json[];
    const added = (value as readonly Json[]).filter((item) => !kept.some((other) => isSame(other, item)));
    return [...kept, ...added];
  }
  return isObject(value) && isObject(held) && !isMoney(value) ? ({ ...held, ...value } as Json) : value;
}

/** Keeps identifiers of other systems; undefined: nothing to add. */
function mergeIdentifiers(
  held: readonly CrmIdentifier[],
  wanted: readonly CrmIdentifier[],
): Json | undefined {
  const missing = wanted.filter(
    (one) => !held.some((other) => sameIdentifier(one, other) && sameUrl(one, other)),
  );
  if (missing.length === 0) return undefined;
  const kept = held.filter((other) => !missing.some((one) => sameIdentifier(one, other)));
  return [...kept, ...missing].map(({ system, identifier, url }) => ({
    system,
    identifier,
    ...(url ? { url } : {}),
  }));
}

function sameIdentifier(one: CrmIdentifier, other: CrmIdentifier): boolean {
  return one.system === other.system && one.identifier === other.identifier;
}

function sameUrl(wanted: CrmIdentifier, held: CrmIdentifier): boolean {
  return wanted.url === undefined || wanted.url === held.url;
}

function isSame(held: unknown, wanted: Json | undefined, member?: string): boolean {
  if (held === wanted) return true;
  if (typeof wanted === 'number') return held !== null && held !== '' && Number(held) === wanted;
  // Addresses are case-insensitive.
  if (member === 'email_address' && typeof held === 'string' && typeof wanted === 'string') {
    return held.toLowerCase() === wanted.toLowerCase();
  }
  if (Array.isArray(wanted)) return Array.isArray(held) && isSameSet(held, wanted as readonly Json[]);
  if (!isObject(wanted) || !isObject(held)) return (held ?? null) === (wanted ?? null);
  const keys = new Set([...Object.keys(held), ...Object.keys(wanted)]);
  return [...keys].every((key) => isSame(held[key] ?? null, wanted[key] ?? null));
}

/** Tags and additional roles have no order. */
function isSameSet(held: readonly unknown[], wanted: readonly Json[]): boolean {
  return held.length === wanted.length && wanted.every((item) => held.some((other) => isSame(other, item)));
}

function isMoney(value: Readonly<Record<string, unknown>>): boolean {
  return Object.hasOwn(value, 'currency_code');
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
