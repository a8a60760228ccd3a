import { isActualTime, type World } from '../world/world.js';
import type { Batches } from './batches.js';
import { Ids } from './ids.js';
import { movesOf } from './project-moves.js';
import { PushContext } from './push-context.js';
import { plannedTimeOperations } from './push-offering-roles.js';
import { pushPeople, pushTerminations } from './push-people.js';
import { pushProjects } from './push-projects.js';
import { pushSales } from './push-sales.js';
import { pushTime, type TakeTimesheetEntries } from './push-time.js';

/** Into an organization without projects. @param take where timesheet entries can be created; else there are none */
export async function pushWorld(
  world: World,
  currency: string,
  batches: Batches,
  take: TakeTimesheetEntries = () => Promise.resolve(),
): Promise<void> {
  const context = new PushContext(batches, new Ids(), currency);
  await pushPeople(world, context);
  await pushSales(world, context);
  await pushProjects(world, context);
  await pushTime(world, take, context);
  await pushTerminations(world, context);
}

export function countOperations(world: World): number {
  const sum = <T>(list: readonly T[], count: (item: T) => number) =>
    list.reduce((total, item) => total + count(item), 0);
  const { tags, departments, roles, requisitions, clients, pipelines } = world;
  return (
    sum([tags, departments, roles, requisitions, clients, pipelines], ({ length }) => length) +
    sum(world.people, (person) => Math.max(1, person.costRates.length) + (person.terminationDate ? 1 : 0)) +
    sum(world.rateCards, ({ rates }) => 1 + rates.length) +
    sum(world.projects, (project) => 1 + movesOf(project).length) +
    sum(
      world.projects.flatMap(({ offerings }) => offerings),
      ({ roles: offeringRoles }) => {
        return 1 + sum(offeringRoles, (role) => 1 + plannedTimeOperations(role));
      },
    ) +
    sum(world.work, (entry) => (isActualTime(entry) ? 1 : 0))
  );
}
