import { ApiRefusal } from '../api/api.errors.js';
import { sendBatch, operationsAtATime, type Operation, type Result } from '../api/batch.js';
import { collectionPath, parentIdOf, placeOf, recordPath, type Place } from '../api/place.js';
import type { ApiRecord } from '../api/record-list.js';
import { getResource, type Resource } from '../api/resources.js';
import type { Step } from '../mapping/mapping.js';
import { fillTemplate } from '../mapping/template.js';
import type { StepRow } from '../source/step-rows.js';
import { findChanges, membersToCreate } from '../sync/record-changes.js';
import { referenceTo, type RecordIndex } from '../sync/record-index.js';
import { ifReadable, NotMade } from '../sync/row-refusal.js';
import {
  buildWantedRecord,
  recognitionKey,
  recognitionsOf,
  type Recognition,
  type WantedRecord,
} from '../sync/wanted-record.js';
import { isSettled, type RowResult, type RowSink, type Settled } from './row-sink.js';
import type { StepContext } from './step-context.js';

interface RecordTask {
  readonly key: string;
  readonly wanted: WantedRecord;
  readonly parentId: string;
  readonly operation: Operation;
  readonly isNew: boolean;
  readonly note?: string | undefined;
}

// Somebody else may have made it meanwhile: 400 where creation takes members that a change does not.
const madeMeanwhile = [400, 409, 412];

/** Writes what differs from the records that are there. */
export class RecordSink implements RowSink<RecordTask> {
  readonly rowsAtATime = operationsAtATime;
  private readonly resource: Resource;
  private readonly newKeys = new Set<string>();
  /** Until the record that they may speak of has been made. */
  private readonly putOff = new Set<StepRow>();
  private index!: RecordIndex;

  constructor(
    private readonly step: Step,
    private readonly context: StepContext,
  ) {
    this.resource = getResource(step.resource);
  }

  async begin(): Promise<void> {
    this.index = await this.context.indexes.of(this.step);
  }

  async lookUp(rows: readonly StepRow[]): Promise<void> {
    if (this.context.prune !== 'none') return;
    await this.index.lookUp(
      rows.flatMap(({ columns }) => {
        const place = this.knownPlaceAbove(columns);
        const recognitions = recognitionsOf(this.step, columns);
        return place && recognitions.length > 0
          ? [{ recognitions, parentId: parentIdOf(this.resource, place) }]
          : [];
      }),
    );
  }

  noteInFile({ columns }: StepRow): void {
    const place = this.knownPlaceAbove(columns);
    const parentId = place ? parentIdOf(this.resource, place) : '';
    this.context.presence.note(this.step.resource, recognitionsOf(this.step, columns), parentId);
  }

  plan(row: StepRow): Settled | RecordTask | 'later' {
    const { columns } = row;
    const wanted = buildWantedRecord(this.step, columns, this.context.references.find);
    const place = this.context.references.placeAbove(this.step, columns);
    const parentId = parentIdOf(this.resource, place);
    const key = fillTemplate(this.step.key, columns);
    const known = this.index.find(wanted.recognitions, parentId);
    if (known) return this.change(known, { key, wanted, parentId });
    const keys = wanted.recognitions.map((way) => recognitionKey(way, parentId));
    if (keys.some((one) => this.newKeys.has(one))) {
      if (!this.putOff.has(row)) {
        this.putOff.add(row);
        return 'later';
      }
      if (this.context.validateOnly)
        throw new NotMade('may speak of a record that an earlier row would only make');
    }
    for (const one of keys) this.newKeys.add(one);
    return { key, wanted, parentId, isNew: true, operation: this.creation(wanted, place) };
  }

  async send(tasks: readonly RecordTask[]): Promise<RowResult[]> {
    const results = await sendBatch(
      this.context.client,
      tasks.map(({ operation }) => operation),
    );
    const outcomes = results.map((result, index) => this.outcomeOf(result, tasks[index] as RecordTask));
    const again = tasks.filter(({ isNew }, index) => isNew && mayBeMadeMeanwhile(outcomes[index]));
    if (again.length === 0) return outcomes;
    await this.index.lookUp(
      again.map(({ wanted: { recognitions }, parentId }) => ({ recognitions, parentId })),
    );
    const planned = new Map(again.map((task) => [task, this.changeOfMade(task)]));
    const changes = [...planned.values()].filter((one) => one !== undefined && !isSettled(one));
    const changed = changes.length > 0 ? await this.send(changes as RecordTask[]) : [];
    return outcomes.map((outcome, index) => {
      const second = planned.get(tasks[index] as RecordTask);
      if (!second) return outcome;
      return isSettled(second) ? second : (changed[changes.indexOf(second)] ?? outcome);
    });
  }

  /** Duplicate rows may have different keys, such as two departments of one name. */
  supersede({ columns }: StepRow): void {
    const place = this.knownPlaceAbove(columns);
    const record =
      place && this.index.find(recognitionsOf(this.step, columns), parentIdOf(this.resource, place));
    if (record) this.refer(fillTemplate(this.step.key, columns), record);
  }

  end(): Promise<void> {
    const { presence, references, prune } = this.context;
    const parents = this.step.parent ? references.keysOf(this.step.parent.step) : new Map<string, string>();
    if (prune !== 'none') presence.close(this.step, parents.keys(), () => this.index.records());
    return Promise.resolve();
  }

  private change(
    record: ApiRecord,
    { key, wanted, parentId }: Pick<RecordTask, 'key' | 'wanted' | 'parentId'>,
  ): Settled | RecordTask {
    this.refer(key, record);
    const leading = leadingIdentifier(record, wanted);
    if (leading !== undefined) {
      return { outcome: 'unchanged', note: `merged in the platform; the record follows "${leading}"` };
    }
    const { members, notShown } = findChanges(record, wanted, this.step.members);
    const note =
      notShown.length > 0
        ? `not compared, since the API does not show it: ${notShown.join(', ')}`
        : undefined;
    if (Object.keys(members).length === 0) return { outcome: 'unchanged', note };
    const operation: Operation = { method: 'PATCH', path: recordPath(this.resource, record), body: members };
    return { key, wanted, parentId, isNew: false, operation, note };
  }

  private changeOfMade(task: RecordTask): Settled | RecordTask | undefined {
    const record = this.index.find(task.wanted.recognitions, task.parentId);
    return record && this.change(record, task);
  }

  private creation(wanted: WantedRecord, place: Place): Operation {
    const path = collectionPath(this.resource, place);
    const body = membersToCreate(wanted);
    const form = this.resource.isCreatedByReference && this.resource.reference;
    const [way] = wanted.recognitions as [Recognition];
    const reference = way.kind === 'crm_identifier' || form ? referenceTo(way, form || undefined) : undefined;
    if (reference === undefined) return { method: 'POST', path, body };
    const headers = { 'If-None-Match': '*' };
    return { method: 'PATCH', path: `${path}/${encodeURIComponent(reference)}`, headers, body };
  }

  private outcomeOf(result: Result, { key, wanted, parentId, isNew, note }: RecordTask): RowResult {
    if (result instanceof ApiRefusal) {
      for (const way of isNew ? wanted.recognitions : []) this.newKeys.delete(recognitionKey(way, parentId));
      return result;
    }
    const record = result.body as ApiRecord;
    if (isNew && this.context.validateOnly) this.context.references.set(this.step.name, key, 'not made');
    else if (!this.context.validateOnly) this.refer(key, this.index.put(record));
    return { outcome: isNew ? 'created' : 'updated', note };
  }

  private refer(key: string, record: ApiRecord): void {
    this.context.references.set(this.step.name, key, placeOf(this.resource, record));
  }

  private knownPlaceAbove(columns: StepRow['columns']): Place | undefined {
    return ifReadable(() => this.context.references.placeAbove(this.step, columns));
  }
}

const mayBeMadeMeanwhile = (result: RowResult | undefined): boolean =>
  result instanceof ApiRefusal && madeMeanwhile.includes(result.status);

/** A merged record has several identifiers of one system; following all of them would never settle. */
function leadingIdentifier(record: ApiRecord, wanted: WantedRecord): string | undefined {
  const [own] = wanted.identifiers;
  const held = (record.crm_identifiers ?? []).filter(({ system }) => system === own?.system);
  const isHeld = held.some(({ identifier }) => identifier === own?.identifier);
  const leading = held[0]?.identifier;
  return isHeld && leading !== own?.identifier ? leading : undefined;
}
