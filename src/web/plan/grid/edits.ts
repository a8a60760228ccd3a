import { hoursOf } from '../../hours/hundredths.js';
import type { Day } from '../../hours/weeks.js';

/** What a user wants on a day, and what they saw there; in hundredths. */
export interface Edit {
  readonly hours: number;
  readonly seen: number;
}

export interface CellValue {
  /** In hundredths. */
  readonly hours: number;
  readonly isEdited: boolean;
}

/** By offering role and day: what is not saved yet. */
export type Edits = Readonly<Record<string, Readonly<Record<Day, Edit>>>>;

export interface EditedDay extends Edit {
  readonly role: string;
  readonly day: Day;
}

/** A day that somebody else has changed meanwhile. */
export interface Conflict extends EditedDay {
  /** Undefined: the role is not there any more. */
  readonly present: number | undefined;
}

/** What is planned, by {@link keyOf}; in hundredths. */
export type Plan = ReadonlyMap<string, number>;

export const keyOf = (role: string, day: Day): string => `${role} ${day}`;

export const listOf = (edits: Edits): EditedDay[] =>
  Object.entries(edits).flatMap(([role, days]) =>
    Object.entries(days).map(([day, edit]) => ({ role, day, ...edit })),
  );

export const editOf = (edits: Edits, role: string, day: Day): Edit | undefined => edits[role]?.[day];

const editsOf = (list: readonly EditedDay[]): Edits => {
  const edits: Record<string, Record<Day, Edit>> = {};
  for (const { role, day, hours, seen } of list) (edits[role] ??= {})[day] = { hours, seen };
  return edits;
};

/** What stands as it was seen is no edit. */
export const editsFrom = (list: readonly EditedDay[]): Edits =>
  editsOf(list.filter(({ hours, seen }) => hours !== seen));

export interface WantedDay {
  readonly role: string;
  readonly day: Day;
  readonly hours: number;
}

/** @param isSaving then what was seen is about to be something else, so that to want it is an edit */
export function withWanted(edits: Edits, wanted: readonly WantedDay[], plan: Plan, isSaving = false): Edits {
  const list = new Map(listOf(edits).map((edit) => [keyOf(edit.role, edit.day), edit]));
  for (const { role, day, hours } of wanted) {
    const key = keyOf(role, day);
    list.set(key, { role, day, hours, seen: list.get(key)?.seen ?? plan.get(key) ?? 0 });
  }
  return (isSaving ? editsOf : editsFrom)([...list.values()]);
}

/** After a save, during which more may have been typed. */
export const withoutSaved = (edits: Edits, saved: readonly EditedDay[]): Edits => {
  const done = new Map(saved.map(({ role, day, hours }) => [keyOf(role, day), hours]));
  return editsFrom(
    listOf(edits).map((edit) => ({ ...edit, seen: done.get(keyOf(edit.role, edit.day)) ?? edit.seen })),
  );
};

/** With what is in the list, where there is no edit of that day. */
export const withLacking = (edits: Edits, list: readonly EditedDay[]): Edits =>
  editsFrom(listOf(editsOf([...list, ...listOf(edits)])));

/** What takes a save back. */
export const inverseOf = (saved: readonly EditedDay[]): Edits =>
  editsFrom(saved.map(({ role, day, hours, seen }) => ({ role, day, hours: seen, seen: hours })));

/** Where neither what was seen nor what is wanted stands now. @param gone roles that are not there any more */
export const conflictsIn = (
  wanted: readonly EditedDay[],
  present: Plan,
  gone: ReadonlySet<string> = new Set(),
): Conflict[] =>
  wanted
    .map((edit) => ({
      ...edit,
      present: gone.has(edit.role) ? undefined : (present.get(keyOf(edit.role, edit.day)) ?? 0),
    }))
    .filter(({ hours, seen, present: now }) => now !== seen && now !== hours);

const MOST_DAYS = 100;

interface PlannedDayBody {
  readonly plan_date: Day;
  readonly hours: number;
}

/** Each of at most so many operations, and all of a role in one of them. */
export function partsOf(list: readonly EditedDay[], mostOperations: number): EditedDay[][] {
  const parts: EditedDay[][] = [];
  let room = 0;
  for (const role of new Set(list.map((edit) => edit.role))) {
    const days = list.filter((edit) => edit.role === role);
    const operations = Math.ceil(days.length / MOST_DAYS);
    if (room < operations) {
      parts.push([]);
      room = mostOperations;
    }
    parts.at(-1)?.push(...days);
    room -= operations;
  }
  return parts;
}

/** A role takes 100 days at a time. */
export function bodiesOf(
  list: readonly EditedDay[],
): { readonly role: string; readonly body: PlannedDayBody[] }[] {
  return [...new Set(list.map(({ role }) => role))].flatMap((role) => {
    const days = list.filter((edit) => edit.role === role);
    const body = days.map(({ day, hours }) => ({ plan_date: day, hours: hoursOf(hours) }));
    const parts = Math.ceil(body.length / MOST_DAYS);
    return Array.from({ length: parts }, (_, part) => ({
      role,
      body: body.slice(part * MOST_DAYS, (part + 1) * MOST_DAYS),
    }));
  });
}
