import { answerOf, client, queries } from '../api/client.js';
import { asProblem, isProblem, Problem } from '../connection/problem.js';
import { hundredthsOf } from '../hours/hundredths.js';
import { rangesOf, type Day } from '../hours/weeks.js';
import {
  bodiesOf,
  conflictsIn,
  keyOf,
  partsOf,
  type Conflict,
  type EditedDay,
  type Plan,
} from './grid/edits.js';

export interface Place {
  readonly project_id: string;
  readonly project_offering_id: string;
}

const PAGE_SIZE = 500;
const MOST_OPERATIONS = 100;
const MOST_ATTEMPTS = 5;

const isGone = (error: unknown): boolean => error instanceof Problem && error.status === 404;

interface PresentRole {
  readonly role: string;
  /** Undefined: the role is not there any more. */
  readonly version: string | undefined;
  readonly hours: readonly (readonly [key: string, hours: number])[];
}

/** As it is now, with the version of the plan of the role. */
async function presentOf(place: Place, role: string, days: readonly Day[]): Promise<PresentRole> {
  const hours: [key: string, hours: number][] = [];
  let version: string | undefined;
  for (const [start_date, end_date] of rangesOf(days, PAGE_SIZE)) {
    const sent = client.GET(
      '/v1/projects/{project_id}/offerings/{project_offering_id}/roles/{id}/planned-time',
      { params: { path: { ...place, id: role }, query: { start_date, end_date, pageSize: PAGE_SIZE } } },
    );
    const read = await sent.catch((error: unknown) => {
      if (isGone(error)) return null;
      throw error;
    });
    if (!read) return { role, version: undefined, hours: [] };
    // The first one: a change between two readings is found when it is written.
    version ??= read.response.headers.get('ETag') ?? '';
    for (const entry of read.data?.results ?? []) {
      hours.push([keyOf(role, entry.plan_date), hundredthsOf(entry.hours)]);
    }
  }
  return { role, version, hours };
}

async function write(place: Place, list: readonly EditedDay[], roles: readonly PresentRole[]): Promise<void> {
  const versions = new Map(roles.map(({ role, version }) => [role, version]));
  const operations = bodiesOf(list).map(({ role, body }) => {
    const path = `/v1/projects/${place.project_id}/offerings/${place.project_offering_id}/roles/${role}/planned-time`;
    const version = versions.get(role);
    // The first operation of a role keeps others out until the end of the batch: the next ones need no version.
    versions.delete(role);
    return {
      method: 'POST' as const,
      path,
      body,
      ...(version !== undefined && { headers: { 'If-Match': version } }),
    };
  });
  await answerOf(client.POST('/v1/batch', { body: { mode: 'atomic', operations } }));
}

async function savePart(place: Place, list: readonly EditedDay[]): Promise<Conflict[]> {
  const roles = [...new Set(list.map(({ role }) => role))];
  for (let attempt = 1; ; attempt += 1) {
    const present = await Promise.all(
      roles.map((role) =>
        presentOf(
          place,
          role,
          list.filter((edit) => edit.role === role).map(({ day }) => day),
        ),
      ),
    );
    const plan: Plan = new Map(present.flatMap(({ hours }) => hours));
    const gone = present.filter(({ version }) => version === undefined).map(({ role }) => role);
    const conflicts = conflictsIn(list, plan, new Set(gone));
    if (conflicts.length > 0) return conflicts;
    try {
      await write(place, list, present);
      return [];
    } catch (error) {
      // Somebody was faster between the reading and the writing: perhaps on other days.
      const isLate = isProblem(error, 'precondition.failed') || isGone(error);
      if (!isLate || attempt === MOST_ATTEMPTS) throw asProblem(error);
    }
  }
}

interface PlanSave {
  readonly saved: readonly EditedDay[];
  /** Days that somebody else has changed meanwhile: nothing was saved together with them. */
  readonly conflicts: readonly Conflict[];
}

/** All of it or nothing, as far as one batch can hold it: the plans of a hundred roles. */
export async function savePlan(place: Place, list: readonly EditedDay[]): Promise<PlanSave> {
  const saved: EditedDay[] = [];
  let conflicts: readonly Conflict[] = [];
  for (const part of partsOf(list, MOST_OPERATIONS)) {
    conflicts = await savePart(place, part);
    if (conflicts.length > 0) break;
    saved.push(...part);
  }
  if (saved.length > 0) await queries.refetchQueries({ queryKey: ['planned-days'] });
  return { saved, conflicts };
}
