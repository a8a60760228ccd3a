import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { answerOf, client, type Schemas } from '../api/client.js';
import { POLL_MS } from '../api/poll.js';
import { OFFLINE, Problem } from '../connection/problem.js';
import { useIsVisible } from '../api/visible.js';
import type { ChangeFilter } from './change-filter.js';
import { eventsIn } from './event-lines.js';

export type Change = Schemas['ChangeResponse'];

const PAGE_SIZE = 50;
const MOST_FOLLOWED = 500;
const LOCK = 'changes';
/** Longer than it takes to get the lock that nobody has. */
const PATIENCE_MS = 1000;

const queryOf = ({ topic, resource, actor }: ChangeFilter) => ({
  expand: ['values' as const, 'resource' as const],
  ...(topic !== undefined && { topics: [topic] }),
  ...(resource !== undefined && { resource_id: resource }),
  ...(actor !== undefined && { actor_id: actor }),
});

const read = (query: object, signal: AbortSignal) =>
  answerOf(client.GET('/v1/changes', { signal, params: { query } }));

/** The last first. `end` of the first page is where what happens from then on begins. */
export function useNewestChanges(filter: ChangeFilter) {
  return useInfiniteQuery({
    queryKey: ['changes', filter],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const end = pageParam ?? (await read({ cursor: 'now', pageSize: 1 }, signal)).next_cursor;
      const query = { ...queryOf(filter), direction: 'backward', cursor: end, pageSize: PAGE_SIZE };
      return { end, ...(await read(query, signal)) };
    },
    getNextPageParam: ({ has_more, next_cursor }) => (has_more ? next_cursor : undefined),
    staleTime: Infinity,
    gcTime: 0,
  });
}

interface FollowedChanges {
  /** The last first. */
  readonly changes: readonly Change[];
  /** Why nothing comes at the moment. */
  readonly problem: Problem | null;
  /** Whether another window follows, so that this one does not. */
  readonly isElsewhere: boolean;
}

/**
 * What happens from now on. One stream for a browser, and none while nobody looks.
 * @param more called where more has happened than is shown: then the newest have to be read anew
 */
export function useFollowedChanges(
  filter: ChangeFilter,
  from: string | undefined,
  isWanted: boolean,
  more: () => void,
): FollowedChanges {
  const [changes, setChanges] = useState<Change[]>([]);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isElsewhere, setElsewhere] = useState(false);
  const isVisible = useIsVisible();
  const isOn = isWanted && isVisible && from !== undefined;
  const key = JSON.stringify(filter);
  const reached = useRef(from);
  const tellMore = useEffectEvent(more);
  useEffect(() => {
    setChanges([]);
    reached.current = from;
  }, [key, from]);
  const isTooMuch = changes.length > MOST_FOLLOWED;
  useEffect(() => {
    if (isTooMuch) tellMore();
  }, [isTooMuch]);
  useEffect(() => {
    if (!isOn) return undefined;
    const end = new AbortController();
    const seen = (news: readonly Change[], cursor: string) => {
      reached.current = cursor;
      setChanges((before) => [...news.toReversed(), ...before]);
    };
    const waiting = setTimeout(() => setElsewhere(true), PATIENCE_MS);
    const follow = () => {
      clearTimeout(waiting);
      setElsewhere(false);
      const begin = reached.current ?? from;
      return streamed(JSON.parse(key) as ChangeFilter, begin, end.signal, { seen, refused: setProblem });
    };
    // Without TLS browsers have no locks.
    const following =
      'locks' in navigator ? navigator.locks.request(LOCK, { signal: end.signal }, follow) : follow();
    following.catch(() => undefined);
    return () => {
      end.abort();
      clearTimeout(waiting);
      setElsewhere(false);
      setProblem(null);
    };
  }, [isOn, key, from]);
  return { changes, problem, isElsewhere };
}

interface Listener {
  /** The first one first. @param cursor where what comes after them begins */
  readonly seen: (changes: readonly Change[], cursor: string) => void;
  /** Null: it is not any more. */
  readonly refused: (problem: Problem | null) => void;
}

async function streamed(
  filter: ChangeFilter,
  from: string,
  signal: AbortSignal,
  { seen, refused }: Listener,
): Promise<void> {
  let cursor = from;
  while (!signal.aborted) {
    try {
      const stream = await answerOf(
        client.GET('/v1/changes/stream', {
          signal,
          parseAs: 'stream',
          headers: { Accept: 'text/event-stream' },
          params: { query: { ...queryOf(filter), cursor } },
        }),
      );
      refused(null);
      let text = '';
      const decoder = new TextDecoder();
      const reader = (stream as ReadableStream<Uint8Array>).getReader();
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        const { events, rest } = eventsIn(text + decoder.decode(part.value, { stream: true }));
        text = rest;
        cursor = events.findLast(({ id }) => id !== undefined)?.id ?? cursor;
        const told = events.flatMap(({ data }) => (data === undefined ? [] : (JSON.parse(data) as Change)));
        if (!signal.aborted) seen(told, cursor);
      }
    } catch (error) {
      // Otherwise the connection is lost, or the process stops: it goes on where it was.
      if (error instanceof Problem && error.code !== OFFLINE && !signal.aborted) refused(error);
    }
    if (!signal.aborted) await pause(signal);
  }
}

/** Not longer than somebody follows: another window may be waiting to. */
const pause = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, POLL_MS);
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
