import { useState } from 'react';
import { answerOf, client, type Schemas } from '../api/client.js';
import { wordsOfStatus } from '../projects/project-words.js';
import { useAction } from '../ui/actions/action.js';
import { ProblemNote } from '../ui/telling/note.js';
import { isConverted } from './conversion.js';
import type { Deal, Stage } from './deal.js';
import { MoveDialog } from './move-dialog.js';
import { StageColumn } from './stage-column.js';
import styles from './board.module.css';

interface BoardProps {
  readonly pipeline: Schemas['PipelineResponse'];
  readonly deals: readonly Deal[];
  /** Their names. */
  readonly clients: ReadonlyMap<string, string>;
  readonly mayMove: boolean;
  readonly isKnown: boolean;
  /** Whether these are all deals of the pipeline. */
  readonly isWhole: boolean;
}

interface Move {
  readonly deal: Deal;
  readonly stage: Stage;
}

/** Who changed the deal meanwhile is not overwritten. */
const move = ({ deal, stage }: Move) =>
  answerOf(
    client.PATCH('/v1/projects/{id}', {
      params: { path: { id: deal.id }, header: { 'If-Match': `"${deal.modified_date}"` } },
      body: { stage_id: stage.id },
    }),
  );

export const Board = ({ pipeline, deals, clients, mayMove, isKnown, isWhole }: BoardProps) => {
  const [asked, setAsked] = useState<{ readonly deal: Deal; readonly stage?: Stage } | null>(null);
  const moving = useAction(move, ({ status }, { deal, stage }) => {
    setAsked(null);
    const became = status === deal.status ? '' : ` It is now: ${wordsOfStatus[status]}.`;
    return `Moved "${deal.name}" to "${stage.name}".${became}`;
  });
  const inStage = (stage: Stage) => deals.filter(({ stage_id }) => stage_id === stage.id);
  const shown = pipeline.stages.filter((stage) => !stage.is_archived || inStage(stage).length > 0);
  const drop = (id: string, stage: Stage): void => {
    const deal = deals.find((one) => one.id === id);
    if (!deal) return;
    moving.forget();
    if (isConverted(deal.status, stage.outcome)) setAsked({ deal, stage });
    else void moving.run({ deal, stage });
  };
  const ask = (deal: Deal): void => {
    moving.forget();
    setAsked({ deal });
  };
  return (
    <>
      {!asked && <ProblemNote error={moving.problem} />}
      <div className={styles.board}>
        {shown.map((stage) => (
          <StageColumn
            key={stage.id}
            stage={stage}
            deals={inStage(stage)}
            clients={clients}
            mayMove={mayMove}
            isKnown={isKnown}
            isWhole={isWhole}
            onDrop={(id) => drop(id, stage)}
            onAsk={ask}
          />
        ))}
      </div>
      {asked && (
        <MoveDialog
          deal={asked.deal}
          stages={pipeline.stages.filter(({ id, is_archived }) => !is_archived && id !== asked.deal.stage_id)}
          {...(asked.stage && { proposed: asked.stage })}
          moving={moving}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
};
