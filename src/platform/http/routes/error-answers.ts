import { applyDecorators } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import { databaseUnavailable, lockTimeout } from '../../database/index.js';
import { refusalAnswer } from '../error-examples.js';
import {
  RateLimitProblemResponse,
  ServerProblemResponse,
  ValidationProblemResponse,
} from '../error-response.dto.js';
import {
  requestTimeout,
  requestTooLarge,
  requestUnsupportedEncoding,
  requestUnsupportedMediaType,
  tokenInvalid,
} from '../request-refusals.js';

type AnswerDecorator = MethodDecorator & ClassDecorator;

/** Refusals that every route can give. */
export const CommonAnswers = (): AnswerDecorator =>
  applyDecorators(
    ApiResponse({
      status: 400,
      description: 'A member or parameter is not valid.',
      type: ValidationProblemResponse,
    }),
    ApiResponse({ status: 401, ...refusalAnswer('The access token is not valid.', [tokenInvalid]) }),
    ApiResponse({
      status: 429,
      description: 'Too many requests of this user, organization or address in this window.',
      type: RateLimitProblemResponse,
    }),
    ApiResponse({ status: 500, description: 'Something failed inside.', type: ServerProblemResponse }),
    ApiResponse({
      status: 503,
      ...refusalAnswer(
        'The database is away or overloaded, or another request holds for too long what this one needs. The detail says so where it is not known whether a change was made.',
        [databaseUnavailable, lockTimeout],
      ),
    }),
  );

/** Refusals of bodies that are not read. */
export const BodyAnswers = (): AnswerDecorator =>
  applyDecorators(
    ApiResponse({
      status: 408,
      ...refusalAnswer('The request did not come whole in time.', [requestTimeout]),
    }),
    ApiResponse({ status: 413, ...refusalAnswer('The body is too large.', [requestTooLarge]) }),
    ApiResponse({
      status: 415,
      ...refusalAnswer('The body is not JSON.', [requestUnsupportedMediaType, requestUnsupportedEncoding]),
    }),
  );
