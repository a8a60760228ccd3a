import { applyDecorators } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import {
  ProblemResponse,
  RateLimitProblemResponse,
  ServerProblemResponse,
  ValidationProblemResponse,
} from '../error-response.dto.js';

type AnswerDecorator = MethodDecorator & ClassDecorator;

const problem = (status: number, description: string): AnswerDecorator =>
  ApiResponse({ status, description, type: ProblemResponse });

/** Refusals that every route can give. */
export const CommonAnswers = (): AnswerDecorator =>
  applyDecorators(
    ApiResponse({
      status: 400,
      description: 'A member or parameter is not valid.',
      type: ValidationProblemResponse,
    }),
    problem(401, 'The access token is missing, mistyped, expired or revoked.'),
    problem(403, 'The access token lacks the scope of this operation.'),
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

/** Refusals of writes. */
export const ConflictAnswers = (): AnswerDecorator =>
  applyDecorators(
    problem(409, 'A business rule refuses, as things stand now.'),
    problem(413, 'The body is larger than 1 MiB.'),
    problem(415, 'The body is not JSON.'),
    problem(
      422,
      'The request refers to something that the organization does not have, or that cannot be used here.',
    ),
  );

/** 404, where the path holds an id. */
export const NotFoundAnswer = (path: string | undefined): AnswerDecorator[] =>
  path?.includes(':') ? [problem(404, 'The organization has nothing with this id.')] : [];
