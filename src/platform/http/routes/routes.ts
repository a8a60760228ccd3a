import {
  applyDecorators,
  Controller,
  Delete,
  Get,
  HttpCode,
  Patch,
  Post,
  UseGuards,
  UseInterceptors,
  type Type,
} from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiBody,
  ApiCreatedResponse,
  ApiExtraModels,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiSecurity,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import { ConflictAnswers, CommonAnswers, NotFoundAnswer } from './error-answers.js';
import type { ListBodyOptions } from './list-body.js';
import { LocationInterceptor } from './location.interceptor.js';
import { NoBodyGuard } from './no-body.guard.js';
import { TakesQuery } from './query.guard.js';
import { RequireScope, ScopedTo, type Scope, type ScopedContext } from './scope.js';

interface RouteOptions {
  /** Below the path of the controller, such as `:id`. */
  readonly path?: string;
  readonly summary: string;
  /** What the summary leaves open: rules, defaults, events. Markdown. */
  readonly description: string;
  /** Only where it is not the scope of the context. */
  readonly scope?: Scope | 'none';
}

interface AnswerOptions extends RouteOptions {
  readonly answer: Type;
}

/** The routes of one resource. Reading demands `<context>:read`, everything else `<context>:write`. */
export function ResourceController(
  path: string,
  tag: string,
  context: ScopedContext | 'admin',
): ClassDecorator {
  return applyDecorators(
    Controller(`v1/${path}`),
    ApiTags(tag),
    ApiSecurity('X-API-KEY'),
    ScopedTo(context),
    ...NotFoundAnswer(path),
  );
}

const route = (
  verb: (path?: string) => MethodDecorator,
  { path, summary, description, scope }: RouteOptions,
  ...more: MethodDecorator[]
): MethodDecorator =>
  applyDecorators(
    verb(path),
    ApiOperation({ summary, description }),
    CommonAnswers(),
    ...NotFoundAnswer(path),
    ...(scope ? [RequireScope(scope)] : []),
    ...more,
  );

/** GET of a page of a list. */
export const ListRoute = ({ answer, ...options }: AnswerOptions): MethodDecorator =>
  route(Get, options, TakesQuery(), ApiOkResponse({ type: answer, description: 'One page of the list.' }));

/** GET of one resource. */
export const GetRoute = ({ answer, ...options }: AnswerOptions): MethodDecorator =>
  route(Get, options, ApiOkResponse({ type: answer, description: 'The resource.' }));

/** POST that creates: 201, the whole resource, `Location`. */
export const CreateRoute = ({ answer, ...options }: AnswerOptions): MethodDecorator =>
  route(
    Post,
    options,
    UseInterceptors(LocationInterceptor),
    ApiCreatedResponse({
      type: answer,
      description: 'The resource as it was created.',
      headers: {
        Location: { description: 'Path of the resource.', required: true, schema: { type: 'string' } },
      },
    }),
    ConflictAnswers(),
  );

/** PATCH: absent = unchanged, null = cleared, value = set; 200 with the whole resource. */
export const UpdateRoute = ({ answer, ...options }: AnswerOptions): MethodDecorator =>
  route(
    Patch,
    {
      ...options,
      description: `${options.description}\n\nA member that is absent stays as it is; null clears it.`,
    },
    ApiOkResponse({ type: answer, description: 'The whole resource as it now is.' }),
    ConflictAnswers(),
  );

/** POST of a list of things that a resource gets: 200 with those that now stand. Take the list with `ListBody`. */
export const ApplyRoute = ({
  answer,
  body: { entry, maxItems },
  ...options
}: AnswerOptions & { readonly body: ListBodyOptions }): MethodDecorator =>
  route(
    Post,
    options,
    HttpCode(200),
    ApiExtraModels(entry),
    ApiBody({ schema: { type: 'array', minItems: 1, maxItems, items: { $ref: getSchemaPath(entry) } } }),
    ApiOkResponse({ type: answer, isArray: true, description: 'What now stands.' }),
    ConflictAnswers(),
  );

/** POST that does something and tells what came of it: 200. */
export const OutcomeRoute = ({ answer, ...options }: AnswerOptions): MethodDecorator =>
  route(
    Post,
    options,
    HttpCode(200),
    ApiOkResponse({ type: answer, description: 'What came of it.' }),
    ConflictAnswers(),
  );

/** POST that asks for something that is done afterwards: 202. */
export const RequestRoute = ({
  answer,
  hasBody = false,
  ...options
}: AnswerOptions & { readonly hasBody?: boolean }): MethodDecorator =>
  route(
    Post,
    options,
    HttpCode(202),
    ...(hasBody ? [] : [UseGuards(NoBodyGuard)]),
    ApiAcceptedResponse({ type: answer, description: 'What is going to be done.' }),
    ConflictAnswers(),
  );

/** POST that does something and has nothing to tell: 204. */
export const ActionRoute = (options: RouteOptions): MethodDecorator =>
  route(
    Post,
    options,
    HttpCode(204),
    UseGuards(NoBodyGuard),
    ApiNoContentResponse({ description: 'Done.' }),
    ConflictAnswers(),
  );

/** DELETE: 204. */
export const DeleteRoute = (options: RouteOptions): MethodDecorator =>
  route(
    Delete,
    options,
    HttpCode(204),
    UseGuards(NoBodyGuard),
    ApiNoContentResponse({ description: 'Done.' }),
    ConflictAnswers(),
  );
