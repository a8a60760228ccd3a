import { addDays, daysBetween, mondayOf, type Day } from '../calendar.js';
import type { Approval, PersonContent, WorkEntry } from '../world.js';
import type { Work } from './work.js';

/** Gives each entry its state: old weeks are decided, the last ones are being submitted. */
export function withApprovals(
  work: readonly Work[],
  people: readonly PersonContent[],
  planned: ReadonlySet<string>,
  until: Day,
): WorkEntry[] {
  const weeks = new Map<string, number>();
  const turns = new Map<string, number>();
  return work.map((entry, index) => {
    const week = mondayOf(entry.date);
    const age = daysBetween(week, mondayOf(until)) / 7;
    // A person's week is in one state, and the people of a week take turns in the states.
    const key = `${week} ${entry.person}`;
    const turn = weeks.get(key) ?? turns.get(week) ?? 0;
    if (!weeks.has(key)) {
      weeks.set(key, turn);
      turns.set(week, turn + 1);
    }
    // Without a role on the offering there is no timesheet for it: such help comes in through the API.
    const status = planned.has(bookingKey(entry)) ? statusOf(age, turn, index) : null;
    return { ...entry, approval: status && approvalOf(status, entry, until, index, people) };
  });
}

/** Null: recorded through the API, without the timesheet service. */
function statusOf(age: number, turn: number, index: number): Approval['status'] | null {
  if (age === 0) return (['draft', 'draft', 'submitted', null, 'approved'] as const)[turn % 5] ?? null;
  if (age === 1 && turn % 10 === 0) return 'draft';
  if (age === 1 && turn % 10 < 4) return 'submitted';
  if (index % 31 === 7) return 'rejected';
  return index % 43 === 11 ? null : 'approved';
}

function approvalOf(
  status: Approval['status'],
  { date, person }: Work,
  until: Day,
  index: number,
  people: readonly PersonContent[],
): Approval {
  const at = (day: Day, hour: number) =>
    `${day}T${hour}:${String((index * 7) % 60).padStart(2, '0')}:00.000Z`;
  const friday = addDays(mondayOf(date), 4);
  const isOver = friday < until;
  const isDecided = status === 'approved' || status === 'rejected';
  return {
    status,
    submittedAt: status === 'draft' ? null : at(isOver ? friday : date, 16),
    decidedAt: isDecided
      ? addDays(friday, 3) <= until
        ? at(addDays(friday, 3), 10)
        : at(isOver ? friday : date, 18)
      : null,
    decidedBy: isDecided ? approverOf(person, people) : null,
  };
}

/** One of those who manage delivery, but nobody decides about their own time. */
function approverOf(person: string, people: readonly PersonContent[]): string {
  const others = people.filter(({ email }) => email !== person);
  const managers = others.filter(({ department }) => department === 'Delivery Management');
  const approvers = managers.length > 0 ? managers : others;
  const place = [...person].reduce((sum, character) => sum + (character.codePointAt(0) ?? 0), 0);
  return (approvers[place % approvers.length] as PersonContent).email;
}

export const bookingKey = ({ person, offering }: Pick<Work, 'person' | 'offering'>): string =>
  `${person} ${offering}`;
