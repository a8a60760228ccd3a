import { ApiRefusal } from '../api/api.errors.js';
import { getResource } from '../api/resources.js';
import { ImportStopped } from '../import-fault.js';
import type { Step } from '../mapping/mapping.js';
import { fillTemplate } from '../mapping/template.js';
import { readStepRows, type StepRow } from '../source/step-rows.js';
import { runConcurrently } from '../sync/concurrency.js';
import { NotMade, RowRefusal } from '../sync/row-refusal.js';
import { identityOf, type StepSurvey } from '../sync/step-survey.js';
import { PlanSink } from './plan-sink.js';
import { RecordSink } from './record-sink.js';
import { isSettled, type RowResult, type RowSink } from './row-sink.js';
import type { StepContext } from './step-context.js';
import { TimeSink } from './time-sink.js';

interface Planned {
  readonly row: StepRow;
  readonly task: object;
}

const rowsLookedUpAtATime = 100;

export class StepRunner {
  private readonly sink: RowSink;
  private readonly superseded: StepRow[] = [];
  private readonly later: StepRow[] = [];
  private number = 0;

  constructor(
    private readonly step: Step,
    private readonly survey: StepSurvey,
    private readonly context: StepContext,
  ) {
    this.sink = sinkOf(step, context);
  }

  async run(): Promise<void> {
    this.context.tally.beginStep(this.step.name);
    this.context.presence.open(this.step);
    await this.sink.begin();
    await runConcurrently(this.parcels(), this.context.concurrency, (parcel) => this.send(parcel));
    for (const row of this.later) await this.send(this.planned([row]));
    for (const row of this.superseded) this.sink.supersede(row);
    await this.sink.end();
  }

  private async *parcels(): AsyncGenerator<Planned[]> {
    let parcel: Planned[] = [];
    let group: StepRow[] = [];
    const take = async () => {
      await this.sink.lookUp(group);
      parcel.push(...this.planned(group));
      group = [];
    };
    for await (const row of this.rows()) {
      group.push(row);
      if (group.length === rowsLookedUpAtATime) await take();
      for (; parcel.length >= this.sink.rowsAtATime; parcel = parcel.slice(this.sink.rowsAtATime)) {
        yield parcel.slice(0, this.sink.rowsAtATime);
      }
    }
    await take();
    for (; parcel.length > 0; parcel = parcel.slice(this.sink.rowsAtATime)) {
      yield parcel.slice(0, this.sink.rowsAtATime);
    }
  }

  private async *rows(): AsyncGenerator<StepRow> {
    const { tally, progress, stop, reading } = this.context;
    for await (const row of readStepRows(this.step, reading)) {
      // Unchanged rows send nothing, so the request gate alone would not stop them.
      if (stop.aborted) throw new ImportStopped();
      this.sink.noteInFile(row);
      if (row.isPassedOver) continue;
      this.number += 1;
      const identity = identityOf(this.step, row);
      if (identity === undefined || (this.survey.lastRowOf.get(identity) ?? 0) <= this.number) {
        yield row;
        continue;
      }
      this.superseded.push(row);
      tally.note('a later row speaks of the same record and counts instead', row.file, row.line);
      tally.count('superseded');
      progress.row(false);
    }
  }

  private planned(rows: readonly StepRow[]): Planned[] {
    return rows.flatMap((row) => {
      try {
        if (row.fault !== undefined) throw new RowRefusal(row.fault);
        const task = this.sink.plan(row);
        if (task === 'later') this.later.push(row);
        else if (isSettled(task)) this.settle(row, task, false);
        else return [{ row, task }];
      } catch (error) {
        if (error instanceof NotMade) {
          this.context.references.set(this.step.name, fillTemplate(this.step.key, row.columns), 'not made');
          this.settle(row, { outcome: 'not_checked', note: error.message }, false);
        } else if (error instanceof RowRefusal) this.refuse(row, error, false);
        else throw error;
      }
      return [];
    });
  }

  private async send(parcel: readonly Planned[]): Promise<void> {
    if (parcel.length === 0) return;
    try {
      const results = await this.sink.send(parcel.map(({ task }) => task));
      this.context.progress.request();
      for (const [index, result] of results.entries()) {
        const row = parcel[index]?.row;
        if (row && result instanceof ApiRefusal) this.refuse(row, result, true);
        else if (row) this.settle(row, result as Exclude<RowResult, ApiRefusal>, true);
      }
    } catch (error) {
      this.context.giveUp();
      throw error;
    }
  }

  private settle(row: StepRow, { outcome, note }: Exclude<RowResult, ApiRefusal>, wasSent: boolean): void {
    this.context.tally.count(outcome);
    if (note !== undefined) this.context.tally.note(note, row.file, row.line);
    this.context.progress.row(wasSent);
  }

  private refuse(row: StepRow, { message }: Error, wasSent: boolean): void {
    this.context.tally.refuse(row.file, row.line, message);
    this.context.progress.row(wasSent);
  }
}

function sinkOf(step: Step, context: StepContext): RowSink {
  switch (getResource(step.resource).writing) {
    case 'records':
      return new RecordSink(step, context);
    case 'plan':
      return new PlanSink(step, context);
    case 'time':
      return new TimeSink(step, context);
  }
}
