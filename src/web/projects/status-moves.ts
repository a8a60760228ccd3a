type ProjectStatus = 'pre_sale' | 'awaiting_start' | 'in_progress' | 'on_hold' | 'completed';

/** As the server allows them. */
export const movesFrom: Readonly<Record<ProjectStatus, readonly ProjectStatus[]>> = {
  pre_sale: ['awaiting_start', 'in_progress'],
  awaiting_start: ['pre_sale', 'in_progress', 'on_hold', 'completed'],
  in_progress: ['on_hold', 'completed'],
  on_hold: ['in_progress', 'completed'],
  completed: ['in_progress'],
};

/** What a move does beside the status, before it is done. */
export function ruleOfMove(from: ProjectStatus, to: ProjectStatus): string {
  if (from === 'pre_sale')
    return 'What is planned now (hours, cost and revenue of each offering) is kept as what was sold.';
  if (to === 'pre_sale')
    return 'What was sold is forgotten: it is taken anew from the plan when the project is sold again.';
  return 'Nothing else changes: the plan and what was sold stay as they are.';
}
