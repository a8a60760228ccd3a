import type { ProjectContent, StageOfPipeline, Status } from '../world/world.js';

export interface Move {
  readonly status?: Status;
  readonly stage?: StageOfPipeline;
}

const paths: Readonly<Record<Status, readonly Status[]>> = {
  pre_sale: [],
  awaiting_start: ['awaiting_start'],
  in_progress: ['awaiting_start', 'in_progress'],
  on_hold: ['awaiting_start', 'in_progress', 'on_hold'],
  completed: ['awaiting_start', 'in_progress', 'completed'],
};

/** Transitions of a new deal; the last one has its stage. */
export function movesOf({ status, stage }: Pick<ProjectContent, 'status' | 'stage'>): Move[] {
  const moves: Move[] = paths[status].map((next) => ({ status: next }));
  if (stage === null) return moves;
  return [...moves.slice(0, -1), { ...moves.at(-1), stage }];
}
