type Outcome = 'open' | 'won' | 'lost';

/** As the server does it: a won deal is sold work. */
export const isConverted = (status: string, outcome: Outcome): boolean =>
  outcome === 'won' && status === 'pre_sale';

/** What a stage means for each deal that comes into it. */
export const ruleOfStage: Readonly<Record<Outcome, string>> = {
  open: 'A deal that comes here keeps its status.',
  won: 'A deal for sale that comes here is won: it awaits its start, and what is planned is kept as sold.',
  lost: 'A deal that comes here is lost: it keeps its status.',
};

/** What a move does, before it is done. */
export function ruleOfMove(status: string, outcome: Outcome): string {
  if (outcome !== 'won') return ruleOfStage[outcome];
  return isConverted(status, outcome)
    ? 'It becomes "Awaiting start", and the hours, cost and revenue that are planned now are kept as what was sold.'
    : 'It is not for sale any more: it keeps its status, and what was sold.';
}
