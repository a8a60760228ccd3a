import { ApiSchema } from '@nestjs/swagger';
import {
  check,
  ChoiceMember,
  ChoiceQuery,
  choices,
  ChoicesQuery,
  DateMember,
  FlagMember,
  IdMember,
  IdQuery,
  InstantMember,
  IntegerQuery,
  member,
  NumberMember,
  RecordMember,
  ResponseListMember,
  ResponseObjectMember,
  TextMember,
} from '../../../platform/http/index.js';
import { exampleId, type CalendarDate } from '../../../platform/values/index.js';
import type { ChangeDirection } from './change.rules.js';
import { changePatterns, changeTopics } from './readable-topics.js';

export const MAX_PAGE_SIZE = 500;

const CURSOR = /^(now|0|[1-9][0-9]{0,17})$/;

const topicChoices = choices('ChangeTopic', 'What happened.', changeTopics);

const patternChoices = choices('ChangeTopicPattern', 'A topic, all of a resource, or all.', changePatterns);

const expandChoices = choices('ChangeExpansion', 'What is added to each change.', [
  'resource',
  'values',
] as const);

const directionChoices = choices('ChangeDirection', 'Which way the feed is read.', [
  'forward',
  'backward',
] as const);

export type ChangeExpansion = (typeof expandChoices.words)[number];

const anyObject = (description: string, example: object, more = {}): PropertyDecorator =>
  member(
    { description, example, ...more },
    { type: 'object', additionalProperties: true },
    check((value) => typeof value === 'object', 'must be an object'),
  );

export const isCursor = (value: unknown): boolean => typeof value === 'string' && CURSOR.test(value);

export class FollowChangesQuery {
  @member(
    {
      description:
        'What comes after this position: `next_cursor` of the answer before. Absent: from the oldest that is kept. `now`: what comes from now on.',
      example: 'now',
      optional: true,
    },
    { type: 'string', pattern: CURSOR.source },
    check(isCursor, 'must be a next_cursor of this feed, or now'),
  )
  cursor?: string;

  @ChoicesQuery(patternChoices, {
    description:
      'Only these topics, all of a resource such as `project.*`, or `*`; repeatable. Default: all.',
    example: ['project.*', 'client.created'],
  })
  topics?: string[];

  @IdQuery({
    of: 'record',
    description:
      'Only changes of this record: its id, and no other reference, since a change may be of any kind.',
  })
  resource_id?: string;

  @IdQuery({
    of: 'user',
    description: 'Only what this user did, or what was done with this access token or in this session.',
  })
  actor_id?: string;

  @ChoicesQuery(expandChoices, {
    description:
      '`values`: from what to what each modified member changed; members that the token may not read are left out. `resource`: the record as lists show it now.',
    example: ['values'],
  })
  expand?: ChangeExpansion[];
}

export class ListChangesQuery extends FollowChangesQuery {
  @ChoiceQuery(directionChoices, {
    description:
      '`forward`: what comes after the cursor, in the order of the feed. `backward`: what came up to it, the last first, from the end where there is no cursor; it ends with the oldest that is kept.',
    example: 'forward',
    default: 'forward',
  })
  direction?: ChangeDirection;

  @IntegerQuery(1, MAX_PAGE_SIZE, { description: 'Changes per page.', example: 50, default: MAX_PAGE_SIZE })
  pageSize?: number;

  @IntegerQuery(1, MAX_PAGE_SIZE, { description: 'Another spelling of pageSize.', example: 50 })
  page_size?: number;

  @IntegerQuery(0, 25, {
    description: 'Seconds to wait for a change while there is none.',
    example: 20,
    default: 0,
  })
  wait?: number;
}

@ApiSchema({ description: 'The record that changed.' })
export class ChangedResource {
  @TextMember({ description: 'The kind of record, as in its topics.', example: 'projectoffering' })
  type!: string;

  @IdMember({ of: 'project offering', description: 'The record.' })
  id!: string;

  @anyObject('The ids of the records that it belongs to, by their names in the API.', {
    project_id: exampleId('project'),
  })
  parents!: Readonly<Record<string, string>>;
}

@ApiSchema({ description: 'Who made a change.' })
export class ChangeActor {
  @IdMember({ of: 'user', description: 'The user.' })
  user_id!: string;

  @IdMember({
    of: 'access token',
    description: 'The access token that it was done with. Null: a session, or a JWT, which is kept nowhere.',
    nullable: true,
  })
  access_token_id!: string | null;

  @IdMember({
    of: 'session',
    description: 'The session of who was signed in. Null: it was done with a token.',
    example: null,
    nullable: true,
  })
  session_id!: string | null;
}

@ApiSchema({ description: 'One change of one record.' })
export class ChangeResponse {
  @IdMember({ of: 'event', description: 'The event; `CorrelationId` of its webhooks.' })
  id!: string;

  @TextMember({
    description: 'Its position in the feed, in decimals; `Sequence` of its webhooks.',
    example: '10482',
  })
  cursor!: string;

  @ChoiceMember(topicChoices, { description: 'What happened.', example: 'projectoffering.modified' })
  topic!: string;

  @InstantMember({ description: 'When it happened.', example: '2026-11-21T06:30:00.000Z' })
  occurred_on!: string;

  @ResponseObjectMember(() => ChangedResource, {
    description: 'The record.',
    example: {
      type: 'projectoffering',
      id: exampleId('project offering'),
      parents: { project_id: exampleId('project') },
    },
  })
  resource!: ChangedResource;

  @member(
    {
      description:
        'The members that were changed, by their names in the API. Empty where nothing was modified.',
      example: ['name'],
    },
    { type: 'array', items: { type: 'string' } },
    check(Array.isArray, 'must be a list'),
  )
  modified_properties!: readonly string[];

  @DateMember({
    description: 'Of planned time: the first day whose hours were changed.',
    example: '2026-11-23',
    optional: true,
  })
  start_date?: CalendarDate;

  @DateMember({
    description: 'Of planned time: the last day whose hours were changed.',
    example: '2026-11-27',
    optional: true,
  })
  end_date?: CalendarDate;

  @ResponseObjectMember(() => ChangeActor, {
    description: 'Who did it. Null: the program itself.',
    example: { user_id: exampleId('user'), access_token_id: exampleId('access token'), session_id: null },
    nullable: true,
  })
  actor!: ChangeActor | null;

  @anyObject(
    'With `expand=values`: of each modified member `from` and `to`, as a GET shows them; of planned time of each changed day its hours, 0 for none.',
    { name: { from: 'Design', to: 'Concept' } },
    { optional: true },
  )
  values?: object;

  @RecordMember({
    description:
      'With `expand=resource`: the record as lists show it now; of planned time the entries of its dates. Null: it is gone, or it is an access token, a session or a webhook subscriber.',
    example: {
      id: exampleId('project offering'),
      created_date: '2026-11-21T06:30:00.000Z',
      modified_date: '2026-11-21T06:30:00.000Z',
      project_id: exampleId('project'),
      name: 'Concept',
      billing_model: 'time_and_materials',
      billing_model_options: {},
      crm_identifiers: [],
    },
    optional: true,
  })
  record?: object | null;
}

@ApiSchema({ description: 'A part of the feed of changes.' })
export class ChangePage {
  @NumberMember({
    description: 'Changes on this page.',
    example: 1,
    minimum: 0,
    maximum: MAX_PAGE_SIZE,
    decimals: 0,
  })
  count!: number;

  @NumberMember({
    description: 'Changes per page.',
    example: 500,
    minimum: 1,
    maximum: MAX_PAGE_SIZE,
    decimals: 0,
  })
  page_size!: number;

  @FlagMember({ description: 'Whether there may be more at once.', example: false })
  has_more!: boolean;

  @TextMember({
    description:
      'The cursor to go on with in the same direction, behind all that was looked through, also when nothing matched.',
    example: '10482',
  })
  next_cursor!: string;

  @ResponseListMember(() => ChangeResponse, {
    description: 'The changes, in the order of the feed; with `direction=backward` the last first.',
    example: undefined,
    maxItems: MAX_PAGE_SIZE,
  })
  results!: ChangeResponse[];
}
