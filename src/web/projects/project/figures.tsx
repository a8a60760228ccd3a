import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client.js';
import { useMay } from '../../api/rights.js';
import { wordsOfHours } from '../../hours/hundredths.js';
import { Section, Soft } from '../../ui/structure/layout.js';
import { Lacking, Mark } from '../../ui/telling/note.js';
import { inMoney, inPercent } from '../project-words.js';
import styles from './figures.module.css';

type Project = Schemas['ProjectDetailResponse'];

const Figure = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className={styles.figure}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

export const Figures = ({ project }: { readonly project: Project }) => {
  const { kpis, target_budget } = project;
  const mayReadRates = useMay('rates:read');
  const { planned_cost, actual_cost, estimated_at_completion_cost: cost, margin_amount } = kpis;
  return (
    <Section title="Figures">
      <dl className={styles.figures}>
        <Figure name="Hours sold">{wordsOfHours(kpis.sold_hours)}</Figure>
        <Figure name="Hours planned">{wordsOfHours(kpis.planned_hours)}</Figure>
        <Figure name="Hours worked">{wordsOfHours(kpis.actual_hours)}</Figure>
        <Figure name="Hours still planned">{wordsOfHours(kpis.remaining_planned_hours)}</Figure>
        <Figure name="Hours at completion">{wordsOfHours(kpis.estimated_at_completion_hours)}</Figure>
        <Figure name="Revenue at completion">{inMoney(kpis.revenue)}</Figure>
        {planned_cost && <Figure name="Cost planned">{inMoney(planned_cost)}</Figure>}
        {actual_cost && <Figure name="Cost so far">{inMoney(actual_cost)}</Figure>}
        {cost && (
          <Figure name="Cost at completion">
            {inMoney(cost)}
            {target_budget && <Budget cost={cost} budget={target_budget} />}
          </Figure>
        )}
        {margin_amount && (
          <Figure name="Margin at completion">
            {inMoney(margin_amount)}
            <Margin project={project} />
          </Figure>
        )}
      </dl>
      {!mayReadRates && <Lacking scope="rates:read" what="Seeing costs and margins" />}
    </Section>
  );
};

const Margin = ({ project: { kpis, target_margin } }: { readonly project: Project }) => {
  const { margin } = kpis;
  if (margin === undefined || margin === null) return <Soft>No ratio: nothing is earned.</Soft>;
  const isReached = margin >= target_margin;
  return (
    <Mark kind={isReached ? 'good' : 'failing'}>
      {inPercent(margin)}, {isReached ? 'at least' : 'less than'} the target of {inPercent(target_margin)}
    </Mark>
  );
};

interface BudgetProps {
  readonly cost: Schemas['Money'];
  readonly budget: Schemas['Money'];
}

const Budget = ({ cost, budget }: BudgetProps) => {
  const isKept = cost.amount <= budget.amount;
  return (
    <Mark kind={isKept ? 'good' : 'failing'}>
      {isKept ? 'within' : 'over'} the budget of {inMoney(budget)}
    </Mark>
  );
};
