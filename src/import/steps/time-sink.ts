import { ApiRefusal } from '../api/api.errors.js';
import { sendMany, type Result } from '../api/batch.js';
import { listAll, type ApiRecord } from '../api/record-list.js';
import { getResource } from '../api/resources.js';
import type { Step } from '../mapping/mapping.js';
import type { StepRow } from '../source/step-rows.js';
import type { Json } from '../sync/member-values.js';
import { referenceTo } from '../sync/record-index.js';
import { buildWantedRecord, recognitionsOf, type Recognition } from '../sync/wanted-record.js';
import type { RowResult, RowSink } from './row-sink.js';
import type { StepContext } from './step-context.js';

type Entry = Readonly<Record<string, Json>>;

const path = '/v1/actual-time/bulk';
// All others have a value, and keep it where the export has none.
const clearable = ['description'];

/** Sends all records by their identifiers, and reads none: the API sees what is new or changed. */
export class TimeSink implements RowSink<Entry> {
  readonly rowsAtATime = 1000;
  private readonly days = new Set<string>();
  private absent: ApiRecord[] = [];

  constructor(
    private readonly step: Step,
    private readonly context: StepContext,
  ) {}

  begin(): Promise<void> {
    return Promise.resolve();
  }

  lookUp(): Promise<void> {
    return Promise.resolve();
  }

  noteInFile({ columns }: StepRow): void {
    if (this.context.prune === 'report')
      this.context.presence.note(this.step.resource, recognitionsOf(this.step, columns), '');
  }

  plan({ columns }: StepRow): Entry {
    const { members, recognitions } = buildWantedRecord(this.step, columns, this.context.references.find);
    const given = Object.entries(members).filter(
      ([name, value]) => value !== null || clearable.includes(name),
    );
    const day = members['recorded_date'];
    if (typeof day === 'string') this.days.add(day);
    const [identity] = recognitions as [Recognition];
    return { id: referenceTo(identity, undefined) ?? '', ...Object.fromEntries(given) };
  }

  async send(entries: readonly Entry[]): Promise<RowResult[]> {
    const named = entries.map(() => `POST ${path}`);
    const results = await sendMany(this.context.client, path, 'entries', entries, named);
    return results.map((result) => this.outcomeOf(result));
  }

  supersede(): void {
    return undefined;
  }

  /** Of the days of the files only: an export of a tracker is that of a period. */
  async end(): Promise<void> {
    const days = [...this.days].sort();
    const [first] = days;
    const last = days.at(-1);
    if (this.context.prune !== 'report' || first === undefined || last === undefined) return;
    const { list, shown } = getResource(this.step.resource);
    const request = {
      path: list,
      fields: ['id', 'crm_identifiers', ...shown],
      filters: { start_date: first, end_date: last },
    };
    for await (const record of listAll(this.context.client, request)) this.absent.push(record);
    this.context.presence.close(this.step, [], () => this.absent);
  }

  private outcomeOf(result: Result): RowResult {
    if (result instanceof ApiRefusal) return result;
    if (result.status === 201) return { outcome: 'created' };
    const { modified_date: modified } = result.body as { modified_date?: string };
    const { firstAnswerAt: begun = new Date(0) } = this.context.client;
    return { outcome: modified !== undefined && new Date(modified) < begun ? 'unchanged' : 'updated' };
  }
}
