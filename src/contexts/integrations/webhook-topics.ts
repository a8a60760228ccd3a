import type { DeliveryEvent } from '../delivery/index.js';
import type { PeopleEvent } from '../people/index.js';
import type { SalesEvent } from '../sales/index.js';
import type { TimeTrackingEvent } from '../time-tracking/index.js';

type AnyEvent = PeopleEvent | SalesEvent | DeliveryEvent | TimeTrackingEvent;

/** A topic that one can subscribe to. */
export type WebhookTopic = AnyEvent['topic'];

type EventOf<Topic, Event = AnyEvent> = Event extends { topic: infer Known }
  ? Topic extends Known
    ? Event
    : never
  : never;

type PayloadOf<Topic> = EventOf<Topic> extends { payload: infer Payload } ? Payload : object;

export type PayloadKind = 'id' | 'date' | 'names';

interface PayloadMember {
  readonly kind: PayloadKind;
  readonly description: string;
}

export interface TopicDescription<Payload = Readonly<Record<string, unknown>>> {
  readonly meaning: string;
  /** What the id in the payload is of. */
  readonly subject: string;
  /** The members of the payload beside the id, as the event names them; on the wire they are in PascalCase. */
  readonly payload: { readonly [Member in keyof Payload]: PayloadMember };
}

const id = (description: string): PayloadMember => ({ kind: 'id', description });
const date = (description: string): PayloadMember => ({ kind: 'date', description });

const modifiedProperties: PayloadMember = {
  kind: 'names',
  description: 'The members of the resource that were changed, by their names in the API.',
};
const pipelineId = id('The pipeline of the stage.');
const projectId = id('The project.');
const projectOfferingId = id('The offering of the project.');
const personId = id('The person who worked.');

const created = (subject: string) => ({
  meaning: `A ${subject} was created.`,
  subject: `The ${subject}.`,
  payload: {},
});
const modified = (subject: string) => ({
  meaning: `A ${subject} was modified.`,
  subject: `The ${subject}.`,
  payload: { modifiedProperties },
});

/** Every topic and what its events carry. A topic that a context adds does not compile until it is described here. */
export const topicDescriptions = {
  'client.created': created('client'),
  'client.modified': modified('client'),
  'department.created': created('department'),
  'department.modified': modified('department'),
  'role.created': created('role'),
  'role.modified': modified('role'),
  'person.created': created('person'),
  'person.modified': {
    ...modified('person'),
    payload: {
      modifiedProperties: {
        ...modifiedProperties,
        description: `${modifiedProperties.description} \`cost_rate\` stands for the rates of all days; \`cost_rate_effective_date\` is there when a day was added or removed, or another one is shown.`,
      },
    },
  },
  'pipeline.created': created('pipeline'),
  'pipeline.modified': modified('pipeline'),
  'pipelinestage.created': { ...created('pipeline stage'), payload: { pipelineId } },
  'pipelinestage.modified': { ...modified('pipeline stage'), payload: { pipelineId, modifiedProperties } },
  'project.created': created('project'),
  'project.modified': modified('project'),
  'project.merged': {
    meaning: 'A project was merged into another one, which has everything of it from now on.',
    subject: 'The project that was merged away.',
    payload: { targetProjectId: id('The project that it was merged into.') },
  },
  'projectoffering.created': { ...created('project offering'), payload: { projectId } },
  'projectoffering.modified': {
    ...modified('project offering'),
    payload: { projectId, modifiedProperties },
  },
  'projectofferingrole.created': {
    ...created('project offering role'),
    payload: { projectId, projectOfferingId },
  },
  'projectofferingrole.modified': {
    ...modified('project offering role'),
    payload: { projectId, projectOfferingId, modifiedProperties },
  },
  'projectofferingrole.deleted': {
    meaning: 'A project offering role was deleted.',
    subject: 'The project offering role.',
    payload: { projectId, projectOfferingId },
  },
  'projectofferingroleplannedtime.modified': {
    meaning: 'The planned hours of a project offering role were changed.',
    subject: 'The project offering role.',
    payload: {
      projectId,
      projectOfferingId,
      startDate: date('The first day whose hours were changed.'),
      endDate: date('The last day whose hours were changed.'),
    },
  },
  'actualtime.created': {
    ...created('record of actual time'),
    payload: { projectId, projectOfferingId, personId },
  },
  'actualtime.modified': {
    ...modified('record of actual time'),
    payload: { projectId, projectOfferingId, personId, modifiedProperties },
  },
  'actualtime.deleted': {
    meaning: 'A record of actual time was deleted.',
    subject: 'The record of actual time.',
    payload: { projectId, projectOfferingId, personId },
  },
} as const satisfies { readonly [Topic in WebhookTopic]: TopicDescription<PayloadOf<Topic>> };

/** What is sent on demand to one subscriber, to see that it answers. Nobody subscribes to it. */
export const pingTopic = 'webhook.ping';

export const webhookTopics = Object.keys(topicDescriptions) as readonly WebhookTopic[];

const resourceOf = (topic: string): string => topic.slice(0, topic.indexOf('.'));

/** The patterns that match a topic: the topic itself, all of its resource, and everything. */
export const patternsOf = (topic: string): string[] => [topic, `${resourceOf(topic)}.*`, '*'];

/** Everything that one can subscribe to: `*`, `project.*`, `project.created`. */
export const topicPatterns: readonly string[] = [...new Set(webhookTopics.flatMap(patternsOf))].sort();
