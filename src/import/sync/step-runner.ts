import type { ApiClient } from '../api/api.client.js';
import { ApiRefusal } from '../api/api.errors.js';
import { getResource } from '../api/resources.js';
import { ImportStopped } from '../import-fault.js';
import type { Step } from '../mapping/mapping.js';
import { fillTemplate } from '../mapping/template.js';
import type { Progress } from '../report/progress.js';
import type { Tally } from '../report/tally.js';
import { readStepRows, type RowReading, type StepRow } from '../source/step-rows.js';
import { runConcurrently } from './concurrency.js';
import { membersOfPresence, type FilePresence } from './file-presence.js';
import { fillReference } from './member-values.js';
import { RecordIndex } from './record-index.js';
import { RecordWriter } from './record-writer.js';
import type { References } from './references.js';
import { RowRefusal } from './row-refusal.js';
import { identityOf, type StepSurvey } from './step-survey.js';
import { buildWantedRecord, recognitionsOf } from './wanted-record.js';

export interface StepContext {
  readonly client: ApiClient;
  readonly reading: RowReading;
  readonly references: References;
  readonly presence: FilePresence;
  readonly tally: Tally;
  readonly progress: Progress;
  readonly concurrency: number;
  readonly stop: AbortSignal;
  readonly giveUp: () => void;
}

export class StepRunner {
  private readonly indexes = new Map<string, Promise<RecordIndex>>();
  private readonly superseded: StepRow[] = [];

  constructor(
    private readonly step: Step,
    private readonly survey: StepSurvey,
    private readonly context: StepContext,
  ) {}

  async run(): Promise<void> {
    this.context.tally.beginStep(this.step.name);
    let number = 0;
    const rows = readStepRows(this.step, this.context.reading);
    await runConcurrently(rows, this.context.concurrency, async (row) => {
      const ordinal = row.isPassedOver ? number : (number += 1);
      await this.noteInFile(row);
      if (!row.isPassedOver) await this.take(row, ordinal);
    });
    for (const row of this.superseded) await this.referToWinner(row);
    // Also for objects that the files no longer contain.
    for (const path of this.listPaths()) await this.indexAt(path);
  }

  private async noteInFile(row: StepRow): Promise<void> {
    // Unchanged rows send nothing, so the request gate alone would not stop them.
    if (this.context.stop.aborted) throw new ImportStopped();
    try {
      const { path } = await this.indexFor(row);
      this.context.presence.note(path, recognitionsOf(this.step, row.columns));
    } catch (error) {
      // Such a row is refused later, when it is written.
      if (error instanceof RowRefusal) return;
      this.context.giveUp();
      throw error;
    }
  }

  private async take(row: StepRow, number: number): Promise<void> {
    const { tally, progress } = this.context;
    const identity = identityOf(this.step, row);
    if (identity !== undefined && (this.survey.lastRowOf.get(identity) ?? 0) > number) {
      this.superseded.push(row);
      tally.note('a later row speaks of the same record and counts instead', row.file, row.line);
      tally.count('superseded');
      progress.row(false);
      return;
    }
    try {
      progress.row(await this.write(row));
    } catch (error) {
      if (!(error instanceof RowRefusal || error instanceof ApiRefusal)) {
        this.context.giveUp();
        throw error;
      }
      tally.refuse(row.file, row.line, error.message);
      progress.row(error instanceof ApiRefusal);
    }
  }

  /** @returns whether the row needed a request */
  private async write(row: StepRow): Promise<boolean> {
    if (row.fault !== undefined) throw new RowRefusal(row.fault);
    const { step, context } = this;
    const wanted = buildWantedRecord(step, row.columns, context.references.find);
    const index = await this.indexFor(row);
    const key = fillTemplate(step.key, row.columns);
    const writer = new RecordWriter(context.client, index, step.members);
    const written = await writer.write(wanted, (id) => context.references.set(step.name, key, id));
    context.tally.count(written.outcome);
    if (written.note !== undefined) context.tally.note(written.note, row.file, row.line);
    return written.wasSent;
  }

  /** Duplicate rows may have different keys, such as two departments of one name. */
  private async referToWinner(row: StepRow): Promise<void> {
    const index = await this.indexFor(row);
    const record = index.find(recognitionsOf(this.step, row.columns));
    if (record)
      this.context.references.set(this.step.name, fillTemplate(this.step.key, row.columns), record.id);
  }

  private async indexFor(row: StepRow): Promise<RecordIndex> {
    const { step, context } = this;
    const parent = step.parent ? fillReference(step.parent, row.columns, context.references.find) : undefined;
    if (parent === null) throw new RowRefusal('parent: the export has no value for it');
    return this.indexAt(getResource(step.resource).path(parent));
  }

  private indexAt(path: string): Promise<RecordIndex> {
    const index = this.indexes.get(path) ?? this.loadIndex(path);
    this.indexes.set(path, index);
    return index;
  }

  private async loadIndex(path: string): Promise<RecordIndex> {
    const { step, context } = this;
    const members = [...new Set([...Object.keys(step.members), ...membersOfPresence])];
    const { uniqueMember } = getResource(step.resource);
    const index = await RecordIndex.load(context.client, path, members, uniqueMember);
    context.presence.open(step, index);
    return index;
  }

  private listPaths(): string[] {
    const { resource, parent } = this.step;
    const parents = parent ? this.context.references.idsOf(parent.step) : [undefined];
    return parents.map((id) => getResource(resource).path(id));
  }
}
