import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { check, member } from '../members/member.js';
import {
  ChoiceMember,
  choices,
  ObjectListMember,
  ObjectMember,
  ResponseListMember,
  TextMember,
} from '../members/index.js';

export const MAX_OPERATIONS = 100;
export const MAX_OPERATIONS_EACH = 50;
const MAX_PATH_LENGTH = 8000;

export const batchModes = choices(
  'BatchMode',
  '`atomic`: all or nothing. `each`: each operation by itself, so that the others pass where one is refused.',
  ['atomic', 'each'],
);

export const batchMethods = choices('BatchMethod', 'What writes.', ['POST', 'PATCH', 'DELETE']);

@ApiSchema({ description: 'Preconditions of one operation, as in the headers of a request of its own.' })
export class BatchOperationHeaders {
  @TextMember({
    description: 'Only if this is the version of the record.',
    example: '"2026-11-21T06:30:00.000Z"',
    maxLength: 1000,
    optional: true,
  })
  'If-Match'?: string;

  @TextMember({ description: '`*`: only if there is none.', example: '*', maxLength: 1000, optional: true })
  'If-None-Match'?: string;
}

const isRef = (value: unknown): boolean => typeof value === 'string' && REF.test(value);
const REF = /^[A-Za-z0-9_]{1,64}$/;

const isPath = (value: unknown): boolean =>
  typeof value === 'string' && value.length <= MAX_PATH_LENGTH && PATH.test(value);
const PATH = /^\/[!"$-~]*$/;

const isBody = (value: unknown): boolean => typeof value === 'object';

@ApiSchema({ description: 'One write of a batch.' })
export class BatchOperation {
  @member(
    {
      description: 'A name of its own, by which later operations refer to members of its answer.',
      example: 'client',
      optional: true,
    },
    { type: 'string', pattern: REF.source },
    check(isRef, 'must be 1 to 64 letters, digits or underscores'),
  )
  ref?: string;

  @ChoiceMember(batchMethods, { description: 'What writes.', example: 'POST' })
  method!: string;

  @member(
    {
      description:
        'The path with the query, percent-encoded. `@{client.id}` in it takes a member of an earlier answer.',
      example: '/v1/clients',
    },
    { type: 'string', pattern: PATH.source, maxLength: MAX_PATH_LENGTH },
    check(isPath, `must be a path of this API, percent-encoded, of at most ${MAX_PATH_LENGTH} characters`),
  )
  path!: string;

  @ObjectMember(() => BatchOperationHeaders, {
    description: 'Preconditions.',
    example: { 'If-Match': '*' },
    optional: true,
  })
  headers?: BatchOperationHeaders;

  @member(
    {
      description:
        'The body, as alone. Text that is `@{client.id}` as a whole takes a member of an earlier answer, of any type; text that is to begin with `@{` is sent as `@@{`.',
      example: { name: 'Acme' },
      optional: true,
    },
    {
      oneOf: [
        { type: 'object', additionalProperties: true },
        { type: 'array', items: {} },
      ],
    },
    check(isBody, 'must be an object or a list'),
  )
  body?: object;
}

@ApiSchema({ description: 'Writes that are done in one transaction.' })
export class BatchRequest {
  @ChoiceMember(batchModes, {
    description:
      '`atomic` does all operations or, where one is refused, none; `each` leaves out those that are refused.',
    example: 'atomic',
  })
  mode!: 'atomic' | 'each';

  @ObjectListMember(() => BatchOperation, {
    description: `What is done, in this order; with \`each\` at most ${MAX_OPERATIONS_EACH}.`,
    example: [{ ref: 'client', method: 'POST', path: '/v1/clients', body: { name: 'Acme' } }],
    minItems: 1,
    maxItems: MAX_OPERATIONS,
    distinctBy: ['ref'],
  })
  operations!: BatchOperation[];
}

@ApiSchema({ description: 'What became of one operation.' })
export class BatchResult {
  @ApiProperty({
    description: 'The `ref` that it was sent with; null without one.',
    example: 'client',
    type: 'string',
    nullable: true,
  })
  ref!: string | null;

  @ApiProperty({
    description: 'The HTTP status, as alone.',
    example: 201,
    type: 'integer',
    minimum: 200,
    maximum: 503,
  })
  status!: number;

  @ApiProperty({
    description: 'The headers that are about the operation, such as `Location` and `ETag`.',
    example: { Location: '/v1/clients/0193c1a4-0000-7000-8000-000000000001' },
    type: 'object',
    additionalProperties: { type: 'string' },
  })
  headers!: Readonly<Record<string, string>>;

  @ApiProperty({
    description:
      'The body, as alone; null where there is none. Members of a 400 are named as `operations[3].body.name`.',
    example: { name: 'Acme' },
    oneOf: [
      { type: 'object', additionalProperties: true },
      { type: 'array', items: {} },
      { type: 'string' },
      { type: 'null' },
    ] as object[],
  })
  body!: unknown;
}

@ApiSchema({ description: 'What became of each operation of a batch.' })
export class BatchResponse {
  @ResponseListMember(() => BatchResult, {
    description: 'In the order of the operations.',
    example: undefined,
    maxItems: MAX_OPERATIONS,
  })
  results!: BatchResult[];
}
