export const projectStatuses = ['pre_sale', 'awaiting_start', 'in_progress', 'on_hold', 'completed'] as const;

export type ProjectStatus = (typeof projectStatuses)[number];

type Moves = Readonly<Record<ProjectStatus, readonly ProjectStatus[]>>;

const moves: Moves = valid({
  pre_sale: ['awaiting_start', 'in_progress'],
  awaiting_start: ['pre_sale', 'in_progress', 'on_hold', 'completed'],
  in_progress: ['on_hold', 'completed'],
  on_hold: ['in_progress', 'completed'],
  completed: ['in_progress'],
});

/** The states that a project can move to from this one. */
export const movesFrom = (status: ProjectStatus): readonly ProjectStatus[] => moves[status];

/** Work has begun, or is over. */
export const isBeyondAwaitingStart = (status: ProjectStatus): boolean =>
  status !== 'pre_sale' && status !== 'awaiting_start';

/** The status of a project that enters a stage: a won deal is sold work. */
export const statusInStage = (status: ProjectStatus, outcome: string): ProjectStatus =>
  outcome === 'won' && status === 'pre_sale' ? 'awaiting_start' : status;

/** @throws Error when the table contradicts itself, so that a mistake in it stops the start */
export function valid(table: Moves): Moves {
  for (const status of projectStatuses) {
    const targets = table[status];
    if (targets.length === 0) throw new Error(`A project that is ${status} could never change again.`);
    if (targets.includes(status)) throw new Error(`A project cannot move from ${status} to ${status}.`);
    if (new Set(targets).size < targets.length) throw new Error(`A move from ${status} is listed twice.`);
    const isReachable = projectStatuses.some((from) => table[from].includes(status));
    if (!isReachable) throw new Error(`No project could move to ${status}.`);
  }
  return table;
}
