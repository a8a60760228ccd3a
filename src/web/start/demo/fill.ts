import { Batches } from '../../../seed/push/batches.js';
import { countOperations, pushWorld } from '../../../seed/push/push-world.js';
import { buildWorld } from '../../../seed/world/build-world.js';
import { answerOf, client } from '../../api/client.js';
import { Problem } from '../../connection/problem.js';
import { content } from './content.js';
import { sendBatch } from './send-batch.js';

/** Makes up people, projects, plans and time up to today. @param onPart how much of it is there @throws Problem */
export async function fillOrganization(onPart: (part: number) => void): Promise<void> {
  const { currency_code: currency } = await answerOf(client.GET('/v1/organization'));
  const { total } = await answerOf(client.GET('/v1/projects', { params: { query: { pageSize: 1 } } }));
  if (total !== 0) throw new Problem('page.not_empty', 'This organization has projects already.');
  const until = new Date().toISOString().slice(0, 10);
  const world = buildWorld({ ...content, seed: 1, until, currency });
  const all = countOperations(world);
  let done = 0;
  const onDone = (count: number) => onPart((done += count) / all);
  await pushWorld(world, currency, new Batches({ operationsAtATime: 50, sendBatch, onDone }));
}
