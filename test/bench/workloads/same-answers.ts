import { isDeepStrictEqual } from 'node:util';
import { Random } from '../../../src/seed/world/random.js';
import type { Scene, Workload } from './workloads.js';

interface Address {
  readonly url: string;
  readonly token: string;
}

const SAMPLES = 5;

/**
 * Asks both the same a few times.
 * @returns milliseconds of the quickest answer of each
 * @throws Error when the answers differ
 */
export async function compareAnswers(workload: Workload, scene: Scene, bare: Address, ours: Address) {
  const random = new Random(2);
  const quickest = { bare: Infinity, ours: Infinity };
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const request = workload.request(scene, random);
    const [theirs, own] = [await ask(bare, request), await ask(ours, request)];
    const [expected, found] = [theirs.body, own.body].map((body) => without(body, workload.ownMembers ?? []));
    if (!isDeepStrictEqual(found, expected)) {
      throw new Error(
        `${workload.name} ${request.path}: the answers differ at ${firstDifference(found, expected)}`,
      );
    }
    quickest.bare = Math.min(quickest.bare, theirs.ms);
    quickest.ours = Math.min(quickest.ours, own.ms);
  }
  return quickest;
}

async function ask(
  { url, token }: Address,
  { method, path = '', body }: ReturnType<Workload['request']>,
): Promise<{ body: unknown; ms: number }> {
  const headers = { 'X-API-KEY': token, 'Content-Type': 'application/json' };
  const began = performance.now();
  const answer = await fetch(url + path, {
    ...(method && { method }),
    headers,
    ...(body && { body: String(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} is answered with ${answer.status}: ${text}`);
  return { body: JSON.parse(text), ms: performance.now() - began };
}

const without = (body: unknown, members: readonly string[]): unknown => {
  if (Array.isArray(body)) return body.map((item) => without(item, members));
  if (typeof body !== 'object' || body === null) return body;
  const kept = Object.entries(body).filter(([name]) => !members.includes(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, without(value, members)]));
};

function firstDifference(found: unknown, expected: unknown, path = 'the answer'): string {
  if (typeof found === 'object' && typeof expected === 'object' && found && expected) {
    for (const name of new Set([...Object.keys(found), ...Object.keys(expected)])) {
      const [one, other] = [found, expected].map((value) => (value as Record<string, unknown>)[name]);
      if (!isDeepStrictEqual(one, other)) return firstDifference(one, other, `${path}.${name}`);
    }
  }
  return `${path}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`;
}
