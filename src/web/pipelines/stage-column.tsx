import { Link } from '@tanstack/react-router';
import { isTextDropItem, useDragAndDrop } from 'react-aria-components/useDragAndDrop';
import { Button as AriaButton } from 'react-aria-components/Button';
import { GridList, GridListItem } from 'react-aria-components/GridList';
import { inPercent, kindOfStatus, wordsOfModel, wordsOfStatus } from '../projects/project-words.js';
import { classes } from '../ui/classes.js';
import { Button } from '../ui/controls/button.js';
import { Clamped, Row, Soft } from '../ui/structure/layout.js';
import { Mark } from '../ui/telling/note.js';
import { ruleOfStage } from './conversion.js';
import type { Deal, Stage } from './deal.js';
import styles from './board.module.css';

interface StageColumnProps {
  readonly stage: Stage;
  readonly deals: readonly Deal[];
  readonly clients: ReadonlyMap<string, string>;
  readonly mayMove: boolean;
  readonly isKnown: boolean;
  readonly isWhole: boolean;
  readonly onDrop: (id: string) => void;
  readonly onAsk: (deal: Deal) => void;
}

const DEAL = 'application/x-deal';

/** Told with a drag, so that the stage it comes from is no place to drop it. */
const from = (stageId: string): string => `${DEAL}-of-${stageId}`;

const wordsOfNumber = (deals: number, isWhole: boolean): string => {
  if (!isWhole) return `${deals} shown`;
  return deals === 1 ? 'one deal' : `${deals} deals`;
};

export const StageColumn = (props: StageColumnProps) => {
  const { stage, deals, clients, mayMove, isKnown, isWhole, onDrop, onAsk } = props;
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((id) => ({ [DEAL]: String(id), [from(stage.id)]: String(id) })),
    acceptedDragTypes: stage.is_archived ? [] : [DEAL],
    getDropOperation: (_target, types) => (types.has(from(stage.id)) ? 'cancel' : 'move'),
    onRootDrop: ({ items }) => {
      for (const item of items) if (isTextDropItem(item)) void item.getText(DEAL).then(onDrop);
    },
  });
  return (
    <section className={styles.stage} aria-label={stage.name}>
      <header>
        <h2>{stage.name}</h2>
        <Soft>
          {isKnown && `${wordsOfNumber(deals.length, isWhole)}, `}
          {inPercent(stage.likelihood)} likely{stage.is_archived && ', archived'}
        </Soft>
        <p>{ruleOfStage[stage.outcome]}</p>
      </header>
      <GridList
        aria-label={`Deals in ${stage.name}`}
        className={classes(styles.deals)}
        items={deals}
        dependencies={[clients, mayMove]}
        renderEmptyState={() =>
          isKnown && <Soft>{isWhole ? 'No deal is here.' : 'None of the deals that are shown is here.'}</Soft>
        }
        {...(mayMove && { dragAndDropHooks })}
      >
        {(deal) => (
          <GridListItem className={classes(styles.deal)} textValue={deal.name}>
            {mayMove && (
              <AriaButton slot="drag" className={classes(styles.handle)}>
                <span aria-hidden="true">⠿</span>
              </AriaButton>
            )}
            <div className={styles.what}>
              <Link to="/projects/$id" params={{ id: deal.id }} draggable={false}>
                {deal.name}
              </Link>
              <Clamped text={clients.get(deal.client_id ?? '') ?? wordsOfModel[deal.project_model]} />
              <Row isApart>
                <Mark kind={kindOfStatus[deal.status]}>{wordsOfStatus[deal.status]}</Mark>
                {mayMove && (
                  <Button weight="quiet" onPress={() => onAsk(deal)} aria-label={`Move ${deal.name}`}>
                    Move
                  </Button>
                )}
              </Row>
            </div>
          </GridListItem>
        )}
      </GridList>
    </section>
  );
};
