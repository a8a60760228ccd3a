import { usd } from '../../factories/people.factory.js';
import { days, goodHours, type Json } from './random-operation.js';

interface Made {
  readonly id: string;
}
interface Tag extends Made {
  name: string;
}
interface InCard extends Made {
  readonly card: Made;
}
interface InPipeline extends Made {
  readonly pipeline: Made;
}
interface InProject extends Made {
  project: Made;
}
interface InOffering extends Made {
  readonly offering: InProject;
}

/** A request that may be refused, and what follows when it is not. */
export interface RandomWrite {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: Json | readonly Json[];
  /** The name that nothing else ever had. */
  readonly name?: string;
  done(answer: Json): void;
}

/** Random writes of every kind of record, and what is there by now for the next ones. */
export class RandomWrites {
  readonly tags: Tag[] = [];
  readonly departments: Made[] = [];
  readonly roles: Made[] = [];
  readonly people: Made[] = [];
  readonly requisitions: Made[] = [];
  readonly cards: Made[] = [];
  readonly rates: InCard[] = [];
  readonly clients: Made[] = [];
  readonly pipelines: Made[] = [];
  readonly stages: InPipeline[] = [];
  readonly projects: Made[] = [];
  readonly offerings: InProject[] = [];
  readonly offeringRoles: InOffering[] = [];
  readonly times: Made[] = [];
  private named = 0;

  constructor(private readonly prefix = 'Record') {}

  /** What every kind of record needs at first comes first. */
  next(): RandomWrite {
    for (;;) {
      const write = pick(writes)?.(this);
      if (write) return write;
    }
  }

  create(collection: string, list: Made[], body: Json = {}, more: object = {}): RandomWrite {
    const name = this.newName();
    const named =
      collection === 'people' ? { email_address: `${name.replace(' ', '-')}@example.com` } : { name };
    const done = ({ id }: Json): number => list.push({ id: id as string, ...more });
    return { method: 'POST', path: `/v1/${collection}`, body: { ...named, ...body }, name, done };
  }

  change(path: string, body: Json = {}, done: () => unknown = () => undefined): RandomWrite {
    const name = this.newName();
    return { method: 'PATCH', path: `/v1/${path}`, body: { name, ...body }, name, done };
  }

  remove(path: string, list: Made[], gone: Made): RandomWrite {
    const done = (): unknown => list.splice(list.indexOf(gone), 1);
    return { method: 'DELETE', path: `/v1/${path}`, done };
  }

  tagNames(): string[] {
    return Math.random() < 0.5
      ? []
      : [...new Set([pick(this.tags)?.name, pick(this.tags)?.name])].flatMap((name) => name ?? []);
  }

  newName(): string {
    return `${this.prefix} ${++this.named}`;
  }
}

export const pick = <One>(list: readonly One[]): One | undefined =>
  list[Math.floor(Math.random() * list.length)];

type Writer = (world: RandomWrites) => RandomWrite | undefined;

const archived = (): boolean => Math.random() < 0.1;
const pathOf = ({ offering }: InOffering, { id }: Made): string =>
  `projects/${offering.project.id}/offerings/${offering.id}/roles/${id}`;

/** Of two kinds of records one each, where there are any. */
const both = <One, Other, Result>(
  ones: readonly One[],
  others: readonly Other[],
  write: (one: One, other: Other) => Result,
): Result | undefined => {
  const [one, other] = [pick(ones), pick(others)];
  return one && other && write(one, other);
};
const any = <One, Result>(ones: readonly One[], write: (one: One) => Result): Result | undefined =>
  both(ones, ones, write);

const writes: readonly Writer[] = [
  (w) => w.change('organization'),
  (w) => ({
    ...w.create('tags', w.tags),
    done: ({ id, name }) => w.tags.push({ id: id as string, name: name as string }),
  }),
  (w) =>
    any(w.tags, (tag) => {
      const write = w.change(`tags/${tag.id}`);
      return { ...write, done: () => (tag.name = write.name ?? tag.name) };
    }),
  (w) => any(w.tags, (tag) => w.remove(`tags/${tag.id}`, w.tags, tag)),
  (w) => w.create('departments', w.departments),
  (w) => any(w.departments, ({ id }) => w.change(`departments/${id}`, { is_archived: archived() })),
  (w) => any(w.departments, ({ id }) => w.create('roles', w.roles, { department_id: id })),
  (w) =>
    both(w.roles, w.departments, ({ id }, department) =>
      w.change(`roles/${id}`, { department_id: department.id, default_cost_rate: usd(50) }),
    ),
  (w) => any(w.roles, ({ id }) => w.create('people', w.people, { role_id: id, tags: w.tagNames() })),
  (w) =>
    both(w.people, w.roles, ({ id }, role) => ({
      ...w.change(`people/${id}`),
      body: { given_name: w.newName(), role_id: role.id, tags: w.tagNames(), cost_rate: usd(80) },
    })),
  (w) => any(w.roles, ({ id }) => w.create('requisitions', w.requisitions, { role_id: id })),
  (w) => any(w.requisitions, ({ id }) => w.change(`requisitions/${id}`)),
  (w) => w.create('rate-cards', w.cards),
  (w) => any(w.cards, ({ id }) => w.change(`rate-cards/${id}`)),
  (w) =>
    both(w.cards, w.roles, (card, { id }) => ({
      ...w.create(`rate-cards/${card.id}/rates`, w.rates, {}, { card }),
      body: { role_id: id, bill_rate: usd(100) },
    })),
  (w) =>
    any(w.rates, ({ id, card }) => ({
      ...w.change(`rate-cards/${card.id}/rates/${id}`),
      body: { bill_rate: usd(1 + Math.floor(Math.random() * 500)) },
    })),
  (w) => any(w.rates, (rate) => w.remove(`rate-cards/${rate.card.id}/rates/${rate.id}`, w.rates, rate)),
  (w) => w.create('clients', w.clients),
  (w) => any(w.clients, ({ id }) => w.change(`clients/${id}`, { is_archived: archived() })),
  (w) => w.create('pipelines', w.pipelines, { stages: [{ name: 'First' }, { name: 'Second' }] }),
  (w) => any(w.pipelines, ({ id }) => w.change(`pipelines/${id}`)),
  (w) =>
    any(w.pipelines, (pipeline) => w.create(`pipelines/${pipeline.id}/stages`, w.stages, {}, { pipeline })),
  (w) =>
    any(w.stages, ({ id, pipeline }) => w.change(`pipelines/${pipeline.id}/stages/${id}`, { position: 1 })),
  (w) => any(w.clients, ({ id }) => w.create('projects', w.projects, { client_id: id, tags: w.tagNames() })),
  (w) =>
    both(w.projects, w.stages, ({ id }, stage) =>
      w.change(`projects/${id}`, { stage_id: stage.id, tags: w.tagNames(), metadata: { by: w.newName() } }),
    ),
  (w) => any(w.projects, ({ id }) => w.change(`projects/${id}`, { is_archived: archived() })),
  (w) =>
    both(w.projects, w.projects, (target, source) => ({
      method: 'POST',
      path: `/v1/projects/${target.id}/merge/${source.id}`,
      done: () => {
        for (const offering of w.offerings) if (offering.project === source) offering.project = target;
        w.projects.splice(w.projects.indexOf(source), 1);
      },
    })),
  ...Array<Writer>(3).fill((w) =>
    any(w.projects, (project) =>
      w.create(
        `projects/${project.id}/offerings`,
        w.offerings,
        { billing_model: 'time_and_materials' },
        { project },
      ),
    ),
  ),
  (w) => any(w.offerings, ({ id, project }) => w.change(`projects/${project.id}/offerings/${id}`)),
  ...Array<Writer>(3).fill((w) =>
    both(w.offerings, w.roles, (offering, { id }) => ({
      ...w.create(
        `projects/${offering.project.id}/offerings/${offering.id}/roles`,
        w.offeringRoles,
        {},
        { offering },
      ),
      body: { role_id: id, tags: w.tagNames() },
    })),
  ),
  (w) =>
    both(w.offeringRoles, w.people, (role, { id }) => ({
      ...w.change(pathOf(role, role)),
      body: { assignment: { type: 'person', id }, tags: w.tagNames(), allocation: Math.random() },
    })),
  (w) => any(w.offeringRoles, (role) => w.remove(pathOf(role, role), w.offeringRoles, role)),
  ...Array<Writer>(5).fill((w) =>
    any(w.offeringRoles, (role) => ({
      method: 'POST',
      path: `/v1/${pathOf(role, role)}/planned-time`,
      body: days
        .filter(() => Math.random() < 0.5)
        .map((plan_date) => ({ plan_date, hours: (pick([0, ...goodHours]) ?? 0) / 100 })),
      done: () => undefined,
    })),
  ),
  ...Array<Writer>(5).fill((w) =>
    both(w.offerings, w.people, ({ id }, person) => ({
      ...w.create('actual-time', w.times),
      body: {
        project_offering_id: id,
        person_id: person.id,
        recorded_date: pick(days) ?? '',
        hours: (pick(goodHours) ?? 0) / 100,
      },
    })),
  ),
  (w) =>
    any(w.times, ({ id }) => ({
      ...w.change(`actual-time/${id}`),
      body: { description: w.newName(), hours: 1.25 },
    })),
  (w) => any(w.times, (time) => w.remove(`actual-time/${time.id}`, w.times, time)),
];
