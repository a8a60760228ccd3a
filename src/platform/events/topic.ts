import type { ChangedValues } from './changed-values.js';
import type { DomainEvent } from './domain-event.js';
import { snakeCase } from '../values/index.js';

const MODIFIED = 'The members of the resource that were changed, by their names in the API.';

interface Kinds {
  readonly id: string;
  readonly date: string;
  readonly names: readonly string[];
}

export interface PayloadMember<Kind extends keyof Kinds = keyof Kinds> {
  readonly kind: Kind;
  readonly description: string;
}

/** @param name of a topic, such as `project.created` */
export const resourceOfTopic = (name: string): string => name.slice(0, name.indexOf('.'));

/** What a topic is asked for by: its name, the wildcard of its resource, and `*`. */
export const patternsOf = (name: string): string[] => [name, `${resourceOfTopic(name)}.*`, '*'];

export const patternsFor = (names: readonly string[]): string[] =>
  [...new Set(names.flatMap(patternsOf))].sort();

/** In camelCase; webhooks use PascalCase. */
export type PayloadMembers = Readonly<Record<string, PayloadMember>>;

export interface Topic<Members extends PayloadMembers = PayloadMembers> {
  /** `<resource>.<event>`, past tense. */
  readonly name: string;
  readonly meaning: string;
  /** What the event's id identifies, as a sentence such as `The project.` */
  readonly subject: string;
  readonly payload: Members;
  /** Whom it is for; default: everybody who may read the resource. Webhooks never get what is for administrators. */
  readonly audience?: 'administrators';
  /** Members whose values are shown only to a token with this scope, such as `rates:read`. */
  readonly restricted?: Readonly<Record<string, string>>;
}

export type PayloadOf<Members extends PayloadMembers> = {
  readonly [Name in keyof Members]: Kinds[Members[Name]['kind']];
};

export type EventOf<Members extends PayloadMembers> = {
  readonly organizationId: string;
  readonly id: string;
  readonly values?: ChangedValues | undefined;
} & (keyof Members extends never
  ? { readonly payload?: undefined }
  : { readonly payload: PayloadOf<Members> });

export function parentsOf({ payload }: Topic, event: DomainEvent): Record<string, string> {
  const parents: Record<string, string> = {};
  for (const [name, { kind }] of Object.entries(payload)) {
    const value = event.payload?.[name];
    if (kind === 'id' && typeof value === 'string') parents[snakeCase(name)] = value;
  }
  return parents;
}

export const idMember = (description: string): PayloadMember<'id'> => ({ kind: 'id', description });

export const dateMember = (description: string): PayloadMember<'date'> => ({ kind: 'date', description });

export const modifiedProperties = (more?: string): PayloadMember<'names'> => ({
  kind: 'names',
  description: more === undefined ? MODIFIED : `${MODIFIED} ${more}`,
});

export function topic<Members extends PayloadMembers>(
  name: string,
  description: Omit<Topic<Members>, 'name'>,
): Topic<Members> {
  if (!/^[a-z]+\.[a-z]+$/.test(name)) throw new Error(`${name}: a topic is named <resource>.<event>.`);
  return { name, ...description };
}

const one = (noun: string): string => `${/^[aeio]/.test(noun) ? 'An' : 'A'} ${noun}`;

/** @param noun the resource in words, such as `pipeline stage` */
export const created = <const Members extends PayloadMembers = Record<never, never>>(
  resource: string,
  noun: string,
  payload: Members = {} as Members,
): Topic<Members> =>
  topic(`${resource}.created`, { meaning: `${one(noun)} was created.`, subject: `The ${noun}.`, payload });

/** @param noun the resource in words */
export const deleted = <const Members extends PayloadMembers = Record<never, never>>(
  resource: string,
  noun: string,
  payload: Members = {} as Members,
): Topic<Members> =>
  topic(`${resource}.deleted`, { meaning: `${one(noun)} was deleted.`, subject: `The ${noun}.`, payload });

export const forAdministrators = <Members extends PayloadMembers>(
  audited: Topic<Members>,
): Topic<Members> => ({ ...audited, audience: 'administrators' });

export const restrictedTo = <Members extends PayloadMembers>(
  scope: string,
  members: readonly string[],
  changed: Topic<Members>,
): Topic<Members> => ({
  ...changed,
  restricted: Object.fromEntries(members.map((member) => [member, scope])),
});

type Modified = { readonly modifiedProperties: PayloadMember<'names'> };

/** @param noun the resource in words @param more sentences about members that need them */
export const modified = <const Members extends PayloadMembers = Record<never, never>>(
  resource: string,
  noun: string,
  payload: Members = {} as Members,
  more?: string,
): Topic<Members & Modified> =>
  topic(`${resource}.modified`, {
    meaning: `${one(noun)} was modified.`,
    subject: `The ${noun}.`,
    payload: { ...payload, modifiedProperties: modifiedProperties(more) },
  });
