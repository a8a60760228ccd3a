import {
  applyDecorators,
  Controller,
  Delete,
  Get,
  HttpCode,
  Patch,
  Post,
  UseGuards,
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
import { BodyAnswers, CommonAnswers } from './error-answers.js';
import type { ListBodyOptions } from './list-body.js';
import { NoBodyGuard } from './no-body.guard.js';
import { Described, Identified, type PathIds, type RouteDescription } from './route-description.js';
import { RequireScope, ScopedTo, type Scope, type ScopedContext } from './scope.js';

interface RouteOptions extends RouteDescription {
  /** Below the path of the controller, such as `:id`. */
  readonly path?: string;
  readonly summary: string;
  /** What it does, in the first sentence, then what the summary leaves open: rules, defaults, events. Markdown. */
  readonly description: string;
  /** Only where it is not the scope of the context. */
  readonly scope?: Scope | 'none';
}

interface AnswerOptions extends RouteOptions {
  readonly answer: Type;
}

/**
 * The routes of one resource. Reading demands `<context>:read`, everything else `<context>:write`.
 * @param ids what each id in the paths of the routes is of
 */
export function ResourceController(
  path: string,
  tag: string,
  context: ScopedContext | 'admin',
  ids: PathIds = {},
): ClassDecorator {
  return applyDecorators(
    Controller(`v1/${path}`),
    ApiTags(tag),
    ApiSecurity('X-API-KEY'),
    ScopedTo(context),
    Identified(ids),
  );
}

const route = (
  verb: (path?: string) => MethodDecorator,
  { path, summary, description, scope, ...described }: RouteOptions,
  ...more: MethodDecorator[]
): MethodDecorator =>
  applyDecorators(
    verb(path),
    ApiOperation({ summary, description }),
    CommonAnswers(),
    Described(described),
    ...(scope ? [RequireScope(scope)] : []),
    ...more,
  );

const writeWithBody = (
  verb: (path?: string) => MethodDecorator,
  options: RouteOptions,
  ...more: MethodDecorator[]
): MethodDecorator => route(verb, options, ...more, BodyAnswers());

const writeWithoutBody = (
  verb: (path?: string) => MethodDecorator,
  options: RouteOptions,
  ...more: MethodDecorator[]
): MethodDecorator => route(verb, options, UseGuards(NoBodyGuard), ...more);

/** GET of a page of a list. */
export const ListRoute = ({ answer, ...options }: AnswerOptions): MethodDecorator =>
  route(Get, options, ApiOkResponse({ type: answer, description: 'One page of the list.' }));

/** GET of one resource. */
export const GetRoute = ({ answer, ...options }: AnswerOptions): MethodDecorator =>
  route(Get, options, ApiOkResponse({ type: answer, description: 'The resource.' }));

/** POST that creates: 201, the whole resource, `Location`. */
export const CreateRoute = ({ answer, ...options }: AnswerOptions): MethodDecorator =>
  writeWithBody(
    Post,
    options,
    ApiCreatedResponse({ type: answer, description: 'The resource as it was created.' }),
  );

/** PATCH: absent = unchanged, null = cleared, value = set; 200 with the whole resource. */
export const UpdateRoute = ({ answer, ...options }: AnswerOptions): MethodDecorator =>
  writeWithBody(
    Patch,
    {
      ...options,
      description: `${options.description}\n\nA member that is absent stays as it is; null clears it.`,
    },
    ApiOkResponse({ type: answer, description: 'The whole resource as it now is.' }),
  );

/** POST of a list of things that a resource gets: 200 with those that now stand. Take the list with `ListBody`. */
export const ApplyRoute = ({
  answer,
  body: { entry, maxItems },
  ...options
}: AnswerOptions & { readonly body: ListBodyOptions }): MethodDecorator =>
  writeWithBody(
    Post,
    options,
    HttpCode(200),
    ApiExtraModels(entry),
    ApiBody({ schema: { type: 'array', minItems: 1, maxItems, items: { $ref: getSchemaPath(entry) } } }),
    ApiOkResponse({ type: answer, isArray: true, description: 'What now stands.' }),
  );

/** POST that does something and tells what came of it: 200. */
export const OutcomeRoute = ({ answer, ...options }: AnswerOptions): MethodDecorator =>
  writeWithBody(
    Post,
    options,
    HttpCode(200),
    ApiOkResponse({ type: answer, description: 'What came of it.' }),
  );

/** POST that asks for something that is done afterwards: 202. */
export const RequestRoute = ({
  answer,
  hasBody = false,
  ...options
}: AnswerOptions & { readonly hasBody?: boolean }): MethodDecorator =>
  (hasBody ? writeWithBody : writeWithoutBody)(
    Post,
    options,
    HttpCode(202),
    ApiAcceptedResponse({ type: answer, description: 'What is going to be done.' }),
  );

/** POST that does something and has nothing to tell: 204. */
export const ActionRoute = (options: RouteOptions): MethodDecorator =>
  writeWithoutBody(Post, options, HttpCode(204), ApiNoContentResponse({ description: 'Done.' }));

/** DELETE: 204. */
export const DeleteRoute = (options: RouteOptions): MethodDecorator =>
  writeWithoutBody(Delete, options, HttpCode(204), ApiNoContentResponse({ description: 'Done.' }));
