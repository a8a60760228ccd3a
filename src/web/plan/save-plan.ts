import { answerOf, client, queries } from '../api/client.js';
import { asProblem, isProblem, Problem } from '../connection/problem.js';
import { hundredthsOf } from '../hours/hundredths.js';
import { daysBetween, type Day } from '../hours/weeks.js';
import { bodiesOf, conflictsIn, keyOf, type Conflict, type EditedDay, type Plan } from './grid/edits.js';

export interface Place {
  readonly project_id: string;
  readonly project_offering_id: string;
}

const PAGE_SIZE = 500;
const MOST_OPERATIONS = 100;
const MOST_ATTEMPTS = 5;

interface PresentRole {
  readonly role: string;
  readonly version: string;
  readonly hours: readonly (readonly [key: string, hours: number])[];
}

/** As it is now, with the version of the plan of the role. */
async function presentOf(place: Place, role: string, days: readonly Day[]): Promise<PresentRole> {
  const sorted = days.toSorted();
  const [start_date = '', end_date = ''] = [sorted.at(0), sorted.at(-1)];
  if (daysBetween(start_date, end_date) >= PAGE_SIZE) {
    throw new Problem(
      'plan.too_long',
      `The changed days are more than ${PAGE_SIZE} days apart: save more often.`,
    );
  }
  const { data, response } = await client.GET(
    '/v1/projects/{project_id}/offerings/{project_offering_id}/roles/{id}/planned-time',
    { params: { path: { ...place, id: role }, query: { start_date, end_date, pageSize: PAGE_SIZE } } },
  );
  const hours = data?.results.map(
    (entry) => [keyOf(role, entry.plan_date), hundredthsOf(entry.hours)] as const,
  );
  return { role, version: response.headers.get('ETag') ?? '', hours: hours ?? [] };
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
  if (operations.length > MOST_OPERATIONS) {
    throw new Problem(
      'plan.too_many',
      `The plans of ${MOST_OPERATIONS} roles are saved at a time: save more often.`,
    );
  }
  await answerOf(client.POST('/v1/batch', { body: { mode: 'atomic', operations } }));
}

/**
 * All of it or, where somebody else has changed one of these days meanwhile, nothing.
 * @returns these days
 */
export async function savePlan(place: Place, list: readonly EditedDay[]): Promise<Conflict[]> {
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
    const conflicts = conflictsIn(list, plan);
    if (conflicts.length > 0) return conflicts;
    try {
      await write(place, list, present);
      await queries.refetchQueries({ queryKey: ['planned-days'] });
      return [];
    } catch (error) {
      // Somebody was faster between the reading and the writing: perhaps on other days.
      if (!isProblem(error, 'precondition.failed') || attempt === MOST_ATTEMPTS) throw asProblem(error);
    }
  }
}
