import { applyDecorators } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import { problemOf } from '../error-body.js';
import {
  ProblemResponse,
  RateLimitProblemResponse,
  ServerProblemResponse,
  ValidationProblemResponse,
} from '../error-response.dto.js';

type AnswerDecorator = MethodDecorator & ClassDecorator;

const problem = (status: number, description: string, code: string, detail: string): AnswerDecorator =>
  ApiResponse({
    status,
    description,
    type: ProblemResponse,
    example: { ...problemOf(status), detail, code, request_id: '0193c1a4-6f0e-7b7a-9a52-0d6a6f1c2b11' },
  });

/** Refusals that every route can give. */
export const CommonAnswers = (): AnswerDecorator =>
  applyDecorators(
    ApiResponse({
      status: 400,
      description: 'A member or parameter is not valid.',
      type: ValidationProblemResponse,
    }),
    problem(
      401,
      'The access token is missing, mistyped, expired or revoked.',
      'token.invalid',
      'Send a valid access token in the header X-API-KEY. It may be missing, mistyped, expired or revoked.',
    ),
    problem(
      403,
      'The access token lacks the scope of this operation.',
      'token.scope_missing',
      'The access token lacks the scope "people:write".',
    ),
    ApiResponse({
      status: 429,
      description: 'Too many requests in this window.',
      type: RateLimitProblemResponse,
      headers: {
        'Retry-After': {
          description: 'Seconds to wait.',
          required: true,
          schema: { type: 'integer', minimum: 1 },
        },
      },
    }),
    ApiResponse({ status: 500, description: 'Something failed inside.', type: ServerProblemResponse }),
  );

/** Refusals of bodies that are not read. */
export const BodyAnswers = (): AnswerDecorator =>
  applyDecorators(
    problem(
      413,
      'The body is larger than 1 MiB.',
      'request.too_large',
      'The body must not be larger than 1 MiB.',
    ),
    problem(
      415,
      'The body is not JSON.',
      'request.unsupported_media_type',
      'The body must be JSON: send it in UTF-8 with the header Content-Type: application/json.',
    ),
  );

const ruleAnswers = {
  409: () =>
    problem(
      409,
      'A business rule refuses, as things stand now.',
      'client.name_in_use',
      'Another client has this name: use that one, choose another name, or archive it.',
    ),
  422: () =>
    problem(
      422,
      'The request refers to something that the organization does not have, or that cannot be used here.',
      'role.not_usable',
      'role_id: the organization has no such role, or it is archived.',
    ),
};

/** What rules answer that refuse. */
export type RuleStatus = keyof typeof ruleAnswers;

/** Refusals of rules. */
export const RuleAnswers = (statuses: readonly RuleStatus[]): AnswerDecorator[] =>
  statuses.map((status) => ruleAnswers[status]());

/** 404, where the path holds an id. */
export const NotFoundAnswer = (path: string | undefined): AnswerDecorator[] =>
  path?.includes(':')
    ? [
        problem(
          404,
          'The organization has nothing with this id.',
          'project.not_found',
          'There is no project with this id.',
        ),
      ]
    : [];
