import { ApiRefusal } from '../api/api.errors.js';
import { sendBatch, type Operation } from '../api/batch.js';
import { collectionPath, parentIdOf } from '../api/place.js';
import { listAll, type ApiRecord } from '../api/record-list.js';
import { getResource, type Resource } from '../api/resources.js';
import type { Step } from '../mapping/mapping.js';
import { readStepRows, type StepRow } from '../source/step-rows.js';
import { fillMembers } from '../sync/member-values.js';
import { ifReadable, RowRefusal } from '../sync/row-refusal.js';
import type { RowResult, RowSink, Settled } from './row-sink.js';
import type { StepContext } from './step-context.js';

interface DayTask {
  readonly path: string;
  readonly plan_date: string;
  readonly hours: number;
  readonly isNew: boolean;
}

const daysAtATime = 100;

/** Sets the days whose planned hours differ; the days of a role go together. */
export class PlanSink implements RowSink<DayTask> {
  readonly rowsAtATime = 2000;
  private readonly resource: Resource;
  private readonly hoursBefore = new Map<string, number>();

  constructor(
    private readonly step: Step,
    private readonly context: StepContext,
  ) {
    this.resource = getResource(step.resource);
  }

  /** Reads what is planned on the days of the files. */
  async begin(): Promise<void> {
    const days: string[] = [];
    for await (const row of readStepRows(this.step, this.context.reading)) {
      const day = row.isPassedOver ? undefined : ifReadable(() => this.read(row).plan_date);
      if (day !== undefined) days.push(day);
    }
    days.sort();
    const [first] = days;
    const last = days.at(-1);
    if (first === undefined || last === undefined) return;
    const request = {
      path: this.resource.list,
      fields: ['plan_date', 'hours', 'project_offering_role_id'],
      filters: { start_date: first, end_date: last },
    };
    for await (const entry of listAll(this.context.client, request)) {
      const { project_offering_role_id: roleId, plan_date: day, hours } = entry;
      this.hoursBefore.set(`${String(roleId)} ${String(day)}`, Number(hours));
    }
  }

  lookUp(): Promise<void> {
    return Promise.resolve();
  }

  noteInFile(row: StepRow): void {
    const { step, context } = this;
    if (context.prune !== 'report') return;
    const roleId = ifReadable(() =>
      parentIdOf(this.resource, context.references.placeAbove(step, row.columns)),
    );
    const text = ifReadable(() => this.dayOf(row));
    if (roleId === undefined || text === undefined) return;
    context.presence.note(step.resource, [{ kind: 'member', member: 'plan_date', text }], roleId);
  }

  plan(row: StepRow): Settled | DayTask {
    const { place, plan_date: day, hours } = this.read(row);
    const before = this.hoursBefore.get(`${parentIdOf(this.resource, place)} ${day}`);
    if ((before ?? 0) === hours) return { outcome: 'unchanged' };
    const path = collectionPath(this.resource, place);
    return { path, plan_date: day, hours, isNew: before === undefined };
  }

  async send(tasks: readonly DayTask[]): Promise<RowResult[]> {
    return this.sendGroups(groupsOf(tasks, daysAtATime), tasks);
  }

  supersede(): void {
    return undefined;
  }

  /** Of the days of the files only, as of recorded time. */
  end(): Promise<void> {
    const { step, context } = this;
    const roles = step.parent ? context.references.keysOf(step.parent.step) : new Map<string, string>();
    if (context.prune === 'report')
      context.presence.close(step, roles.keys(), () =>
        [...this.hoursBefore].map(([id, hours]) => plannedDay(id, hours, roles)),
      );
    return Promise.resolve();
  }

  /** All days of a request stand or fall together: those of a refused one go again one by one. */
  private async sendGroups(groups: readonly DayTask[][], tasks: readonly DayTask[]): Promise<RowResult[]> {
    const results = await sendBatch(this.context.client, groups.map(operationOf));
    const outcomes = new Map<DayTask, RowResult>();
    const again: DayTask[] = [];
    for (const [index, group] of groups.entries()) {
      const result = results[index];
      const isRefused = result instanceof ApiRefusal;
      if (isRefused && group.length > 1) again.push(...group);
      else for (const day of group) outcomes.set(day, isRefused ? result : written(day));
    }
    const single = again.length > 0 ? await this.sendGroups(groupsOf(again, 1), again) : [];
    for (const [index, day] of again.entries()) outcomes.set(day, single[index] ?? written(day));
    return tasks.map((day) => outcomes.get(day) ?? written(day));
  }

  private read(row: StepRow) {
    const { hours } = fillMembers(this.step.members, row.columns, this.context.references.find);
    const day = this.dayOf(row);
    if (typeof hours !== 'number') throw new RowRefusal('hours: the export has no value for it');
    return { place: this.context.references.placeAbove(this.step, row.columns), plan_date: day, hours };
  }

  private dayOf({ columns }: StepRow): string {
    const { plan_date: rule } = this.step.members;
    const { plan_date: day } = fillMembers(
      rule ? { plan_date: rule } : {},
      columns,
      this.context.references.find,
    );
    if (typeof day !== 'string') throw new RowRefusal('plan_date: the export has no value for it');
    return day;
  }
}

/** As a record of the API, whose days have no ids. */
function plannedDay(id: string, hours: number, roles: ReadonlyMap<string, string>): ApiRecord {
  const [roleId = '', day] = id.split(' ');
  return { id, plan_date: day, hours, project_offering_role_id: roleId, role: roles.get(roleId) };
}

const written = ({ isNew }: DayTask): Settled => ({ outcome: isNew ? 'created' : 'updated' });

function groupsOf(tasks: readonly DayTask[], most: number): DayTask[][] {
  const groups: DayTask[][] = [];
  const open = new Map<string, DayTask[]>();
  for (const task of tasks) {
    const group = open.get(task.path);
    if (group && group.length < most) group.push(task);
    else {
      const begun = [task];
      groups.push(begun);
      open.set(task.path, begun);
    }
  }
  return groups;
}

const operationOf = (group: readonly DayTask[]): Operation => ({
  method: 'POST',
  path: group[0]?.path ?? '',
  body: group.map(({ plan_date, hours }) => ({ plan_date, hours })),
});
