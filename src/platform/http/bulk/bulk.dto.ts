import type { Type } from '@nestjs/common';
import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { ProblemResponse, ValidationProblemResponse } from '../errors/error-response.dto.js';
import type { BulkMode } from '../../bulk/index.js';
import { ChoiceMember, choices, ObjectListMember, ResponseListMember } from '../members/index.js';

export const bulkModes = choices<BulkMode>(
  'BulkMode',
  '`atomic`: all or nothing. `each`: each entry by itself, so that the others pass where one is refused.',
  ['atomic', 'each'],
);

export interface BulkRequest<Entry> {
  mode: BulkMode;
  entries: Entry[];
}

export function bulkRequestOf<Entry extends object>(
  entry: Type<Entry>,
  maxItems: number,
  example: readonly object[],
): Type<BulkRequest<Entry>> {
  class Request implements BulkRequest<Entry> {
    @ChoiceMember(bulkModes, {
      description:
        '`atomic` writes all entries or, where one is refused, none; `each` leaves out those that are refused.',
      example: 'atomic',
    })
    mode!: BulkMode;

    @ObjectListMember(() => entry, {
      description: 'What is written, in this order.',
      example,
      minItems: 1,
      maxItems,
    })
    entries!: Entry[];
  }
  return Request;
}

export interface BulkResultMembers<Body> {
  status: number;
  body: Body | ProblemResponse | ValidationProblemResponse;
}

/** @param example of a body @param bodies of what is written */
export function bulkResultOf<Body extends object>(
  example: object,
  ...bodies: readonly Type<Body>[]
): Type<BulkResultMembers<Body>> {
  const all = [...bodies, ProblemResponse, ValidationProblemResponse];

  @ApiExtraModels(...all)
  class Result implements BulkResultMembers<Body> {
    @ApiProperty({
      description: 'The HTTP status of the entry: 201 created, 200 changed, otherwise refused.',
      example: 201,
      type: 'integer',
      minimum: 200,
      maximum: 499,
    })
    status!: number;

    @ApiProperty({
      description: 'The resource as it now is, or the refusal.',
      example,
      oneOf: all.map((body) => ({ $ref: getSchemaPath(body) })),
    })
    body!: Body | ProblemResponse | ValidationProblemResponse;
  }
  return Result;
}

export function bulkResponseOf<Result extends object>(
  result: Type<Result>,
  maxItems: number,
): Type<{ results: Result[] }> {
  class Response {
    @ResponseListMember(() => result, {
      description: 'What became of each entry, in their order.',
      example: undefined,
      maxItems,
    })
    results!: Result[];
  }
  return Response;
}
