import { applyDecorators } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import { databaseUnavailable, deadlocked, lockTimeout } from '../../database/index.js';
import { refusalResponse } from '../errors/error-examples.js';
import {
  RateLimitProblemResponse,
  ServerProblemResponse,
  ValidationProblemResponse,
} from '../errors/error-response.dto.js';
import {
  requestTimeout,
  requestTooLarge,
  requestUnsupportedEncoding,
  requestUnsupportedMediaType,
  providerUnavailable,
  tokenInvalid,
  tokenSentTwice,
} from '../errors/request-refusals.js';

type ResponseDecorator = MethodDecorator & ClassDecorator;

export const CommonResponses = (): ResponseDecorator =>
  applyDecorators(
    ApiResponse({
      status: 400,
      description: 'A member or parameter is not valid.',
      type: ValidationProblemResponse,
    }),
    ApiResponse({
      status: 401,
      ...refusalResponse('The access token is not valid.', [tokenInvalid, tokenSentTwice]),
    }),
    ApiResponse({
      status: 429,
      description:
        'Too many requests of this user, organization or address in this window, or too many exports at a time.',
      type: RateLimitProblemResponse,
    }),
    ApiResponse({ status: 500, description: 'Something failed inside.', type: ServerProblemResponse }),
    ApiResponse({
      status: 503,
      ...refusalResponse(
        'The database is away or overloaded, another request holds for too long what this one needs, or nobody can say whether a JWT is right. The detail says so where it is not known whether a change was made.',
        [databaseUnavailable, lockTimeout, deadlocked, providerUnavailable],
      ),
    }),
  );

export const BodyResponses = (): ResponseDecorator =>
  applyDecorators(
    ApiResponse({
      status: 408,
      ...refusalResponse('The request did not come whole in time.', [requestTimeout]),
    }),
    ApiResponse({ status: 413, ...refusalResponse('The body is too large.', [requestTooLarge]) }),
    ApiResponse({
      status: 415,
      ...refusalResponse('The body is not JSON.', [requestUnsupportedMediaType, requestUnsupportedEncoding]),
    }),
  );
