import type { Operation } from '../../../seed/push/batches.js';
import { answerOf, client, isPassing, retryDelay } from '../../api/client.js';
import { asProblem, isProblem, Problem } from '../../connection/problem.js';

// With up to ten seconds between them: a server that is started anew, or a minute of the rate limit.
const TRIES = 12;

/** Each operation is done or refused by itself. @returns what was answered to each @throws Problem what was refused */
export async function sendBatch(operations: readonly Operation[]): Promise<unknown[]> {
  const { results } = await answerOf(sent([...operations])).catch((error: unknown) => {
    throw asProblem(error);
  });
  const refused = results.find(({ status }) => status >= 400);
  if (refused) throw problemOf(refused.body);
  return results.map(({ body }) => body);
}

/** Again until it is known what came of it: under its key it is done once. */
async function sent(operations: Operation[]) {
  const header = { 'Idempotency-Key': crypto.randomUUID() };
  for (let tries = 1; ; tries += 1) {
    try {
      return await client.POST('/v1/batch', { params: { header }, body: { mode: 'each', operations } });
    } catch (error) {
      if (tries === TRIES || !(isPassing(error) || isProblem(error, 'idempotency.in_progress'))) throw error;
      await new Promise((resolve) => setTimeout(resolve, retryDelay(tries - 1)));
    }
  }
}

function problemOf(body: unknown): Problem {
  const { code, detail } = body as { code: string; detail: string };
  return new Problem(code, detail);
}
