import { ApiClient } from '../import/api/api.client.js';
import { RequestGate } from '../import/api/request-gate.js';
import type { ProgressView } from '../import/report/progress.js';
import { Ids } from './push/ids.js';
import { movesOf } from './push/project-moves.js';
import { PushContext } from './push/push-context.js';
import { plannedTimeRequests } from './push/push-offering-roles.js';
import { pushPeople, pushTerminations } from './push/push-people.js';
import { pushProjects } from './push/push-projects.js';
import { pushSales } from './push/push-sales.js';
import { pushTime, type TakeTimesheetEntries } from './push/push-time.js';
import { SeedFault } from './seed-fault.js';
import { SeedProgress } from './seed-progress.js';
import { buildWorld } from './world/build-world.js';
import { isActualTime, type World, type WorldOptions } from './world/world.js';

export interface SeedOptions {
  readonly url: string;
  readonly token: string;
  readonly content: Omit<WorldOptions, 'currency'>;
  readonly take: TakeTimesheetEntries;
  readonly view: ProgressView;
  readonly stop: AbortSignal;
}

/** @throws SeedFault when the organization has projects or the API refuses; ImportStopped on stop */
export async function runSeed({ url, token, content, take, view, stop }: SeedOptions): Promise<World> {
  // After a lost response it is unknown whether the record exists, so no retries.
  const client = new ApiClient({ url, token, patienceMs: 0, tries: 1 }, new RequestGate(stop));
  const { name, currency_code: currency } = (await client.send('GET', '/v1/organization')) as Organization;
  const { total } = (await client.send('GET', '/v1/projects?pageSize=1')) as { total: number };
  if (total > 0) {
    throw new SeedFault(
      `The organization "${name}" has projects already: name another one with --organization.`,
    );
  }
  const world = buildWorld({ ...content, currency });
  const progress = new SeedProgress(countRequests(world), view);
  const context = new PushContext(client, progress, new Ids(), currency);
  try {
    await pushPeople(world, context);
    await pushSales(world, context);
    await pushProjects(world, context);
    await pushTime(world, take, context);
    await pushTerminations(world, context);
  } finally {
    progress.end();
  }
  return world;
}

interface Organization {
  readonly name: string;
  readonly currency_code: string;
}

function countRequests(world: World): number {
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
        return 1 + sum(offeringRoles, (role) => 1 + plannedTimeRequests(role));
      },
    ) +
    sum(world.work, (entry) => (isActualTime(entry) ? 1 : 0))
  );
}
