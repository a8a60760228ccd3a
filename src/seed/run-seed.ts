import { ApiClient } from '../import/api/api.client.js';
import { ApiRefusal } from '../import/api/api.errors.js';
import { RequestGate } from '../import/api/request-gate.js';
import type { ProgressView } from '../import/report/progress.js';
import { Batches, type Operation } from './push/batches.js';
import type { TakeTimesheetEntries } from './push/push-time.js';
import { countOperations, pushWorld } from './push/push-world.js';
import { SeedFault } from './seed-fault.js';
import { SeedProgress } from './seed-progress.js';
import { buildWorld } from './world/build-world.js';
import type { World, WorldOptions } from './world/world.js';

export interface SeedOptions {
  readonly url: string;
  readonly token: string;
  readonly content: Omit<WorldOptions, 'currency'>;
  readonly take: TakeTimesheetEntries;
  readonly view: ProgressView;
  readonly stop: AbortSignal;
}

// Each operation of a batch waits for the database some ten times, which may be far away.
const timeoutMs = 300_000;

interface Organization {
  readonly name: string;
  readonly currency_code: string;
}

/** @throws SeedFault when the organization has projects or the API refuses; ImportStopped on stop */
export async function runSeed({ url, token, content, take, view, stop }: SeedOptions): Promise<World> {
  // After a lost response it is unknown whether the record exists, so no retries.
  const client = new ApiClient({ url, token, patienceMs: 0, tries: 1, timeoutMs }, new RequestGate(stop));
  const { name, currency_code: currency } = (await client.send('GET', '/v1/organization')) as Organization;
  const { total } = (await client.send('GET', '/v1/projects?pageSize=1')) as { total: number };
  if (total > 0) {
    throw new SeedFault(
      `The organization "${name}" has projects already: name another one with --organization.`,
    );
  }
  const world = buildWorld({ ...content, currency });
  const progress = new SeedProgress(countOperations(world), view);
  try {
    const batches = new Batches({
      operationsAtATime: 100,
      sendBatch: (operations) => sendBatch(client, operations),
      onStep: (step) => progress.begin(step),
      onDone: (count) => progress.advance(count),
    });
    await pushWorld(world, currency, batches, take);
  } finally {
    progress.end();
  }
  return world;
}

/** All of it or nothing. @throws SeedFault when the API refuses */
async function sendBatch(client: ApiClient, operations: readonly Operation[]): Promise<unknown[]> {
  try {
    const answer = await client.send('POST', '/v1/batch', { mode: 'atomic', operations });
    return (answer as { results: { body: unknown }[] }).results.map(({ body }) => body);
  } catch (error) {
    if (error instanceof ApiRefusal) throw new SeedFault(`The content was refused: ${error.message}`);
    throw error;
  }
}
