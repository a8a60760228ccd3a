import { requestMemberFixed } from '../../../platform/writes/index.js';

const HOURS_OF_DAY = 24;

interface SentEntry {
  readonly id?: string;
  readonly project_offering_id?: string;
  readonly person_id?: string;
  readonly recorded_date?: string;
  readonly week?: string;
  readonly hours?: number;
  readonly crm_identifiers?: readonly unknown[];
}

const needed = ['project_offering_id', 'person_id', 'hours'] as const;

type Faults = Record<string, string[]>;

export function missingMembers(entry: SentEntry): Faults {
  const names: string[] = needed.filter((name) => entry[name] === undefined);
  if (entry.recorded_date === undefined && entry.week === undefined) names.push('recorded_date');
  return Object.fromEntries(names.map((name) => [name, ['is required']]));
}

/** What no single member shows. */
export function faultsOfEntry(entry: SentEntry): Faults {
  const { id, week, recorded_date, hours, crm_identifiers = [] } = entry;
  const faults = id === undefined ? missingMembers(entry) : {};
  if (week !== undefined && id !== undefined) faults.week = ['must be absent where there is an id'];
  else if (week !== undefined && recorded_date !== undefined) {
    faults.week = ['must be absent where there is a recorded_date'];
  }
  if (week !== undefined && crm_identifiers.length > 0) {
    faults.crm_identifiers = ['must be absent where there is a week: its records would share them'];
  }
  if (week === undefined && hours !== undefined && hours > HOURS_OF_DAY) {
    faults.hours = [`must be at most ${HOURS_OF_DAY} on one day`];
  }
  return faults;
}

const fixed = ['project_id', 'project_offering_id', 'person_id'] as const;

type Place = Readonly<Record<(typeof fixed)[number], string>>;

/** Time is corrected where it is: for another person or offering it is another record. */
export function correctedTimeMustStay(sent: Partial<Place>, before: Place): void {
  const name = fixed.find((member) => sent[member] !== undefined && sent[member] !== before[member]);
  if (name !== undefined) throw requestMemberFixed(name);
}
