import {
  applyDecorators,
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
  ApiResponse,
  ApiSecurity,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import { BulkResultsInterceptor } from '../bulk/bulk-results.interceptor.js';
import { UpsertInterceptor } from '../upsert/upsert.interceptor.js';
import { itemKindOf } from '../lists/item-members.js';
import { Listed } from '../lists/listed-page.js';
import { noteListedKind } from '../members/listed-kinds.js';
import { parameterTypesOf } from '../nest-internals/nest-internals.js';
import { knownItemOf } from '../paging.dto.js';
import { ProblemResponse } from '../errors/error-response.dto.js';
import { BodyResponses, CommonResponses } from './error-responses.js';
import type { ListBodyOptions } from './list-body.js';
import { NoBodyGuard } from './no-body.guard.js';
import { RecentSignIn } from './recent-sign-in.js';
import { Described, Identified, type PathIds, type RouteDescription } from './route-description.js';
import { Responding, VersionedList, Writing } from '../writes/write-route.js';
import { RequireScope, ScopedTo, type Scope } from './scope.js';

interface RouteOptions extends RouteDescription {
  /** Below the path of the controller, such as `:id`. */
  readonly path?: string;
  readonly summary: string;
  /** Markdown: what it does in the first sentence, then rules, defaults and events. */
  readonly description: string;
  /** Default: that of the context. */
  readonly scope?: Scope | 'none';
  /**
   * Whether its use case compares `If-Match`, with `versionMustMatch`; of a list: whether it has a version as a whole.
   * Default: of PATCH, DELETE and actions.
   */
  readonly isVersioned?: boolean;
  /** Of one who is signed in it wants a sign-in within the last 15 minutes. */
  readonly needsRecentSignIn?: boolean;
}

type WriteOptions = RouteOptions & { readonly response?: Type };

interface ResponseOptions extends RouteOptions {
  readonly response: Type;
}

/** Reading needs `<scope>:read`, everything else `<scope>:write`. @param ids what each id of the paths is of */
export function ApiResource(tag: string, scope: string, ids: PathIds = {}): ClassDecorator {
  return applyDecorators(ApiTags(tag), ApiSecurity('X-API-KEY'), ScopedTo(scope), Identified(ids));
}

const route = (
  verb: (path?: string) => MethodDecorator,
  {
    path,
    summary,
    description,
    scope,
    isVersioned: _isVersioned,
    needsRecentSignIn = false,
    response: _response,
    ...described
  }: WriteOptions,
  ...more: MethodDecorator[]
): MethodDecorator =>
  applyDecorators(
    verb(path),
    ApiOperation({ summary, description }),
    CommonResponses(),
    Described(described),
    ...(scope ? [RequireScope(scope)] : []),
    ...(needsRecentSignIn ? [RecentSignIn()] : []),
    ...more,
  );

const writeWithBody = (
  verb: (path?: string) => MethodDecorator,
  options: WriteOptions,
  ...more: MethodDecorator[]
): MethodDecorator => route(verb, options, ...writing(options), ...more, BodyResponses());

const writeWithoutBody = (
  verb: (path?: string) => MethodDecorator,
  options: WriteOptions,
  ...more: MethodDecorator[]
): MethodDecorator => route(verb, options, ...writing(options), UseGuards(NoBodyGuard), ...more);

const writing = ({ isVersioned = false, response }: WriteOptions): MethodDecorator[] => [
  Writing({ isVersioned }),
  ...(response ? [Responding(response)] : []),
];

/** Tells the query of the list of what kind its ids are. */
const listingOf =
  (page: Type): MethodDecorator =>
  (prototype, method) => {
    const item = knownItemOf(page);
    const kind = item && itemKindOf(item);
    if (kind === undefined) return;
    for (const type of parameterTypesOf(prototype, method)) {
      if (typeof type === 'function') noteListedKind(type, kind);
    }
  };

/** @param options `response`: a class of `pageOf`. Answer with `RequestedList`. */
export const ListRoute = ({ response, ...options }: ResponseOptions): MethodDecorator =>
  route(
    Get,
    options,
    Listed(response),
    ...(options.isVersioned ? [VersionedList()] : []),
    listingOf(response),
    ApiOkResponse({ type: response, description: 'One page of the list, or all that matches as an export.' }),
  );

/** @param options `answer`: what it is that it answers with; default: the resource */
export const GetRoute = ({
  response,
  answer = 'The resource.',
  ...options
}: ResponseOptions & { readonly answer?: string }): MethodDecorator =>
  route(Get, options, Responding(response), ApiOkResponse({ type: response, description: answer }));

/** GET: Server-Sent Events, written to `@Res()`. */
export const StreamRoute = (options: RouteOptions): MethodDecorator =>
  route(
    Get,
    options,
    ApiOkResponse({
      description: 'Events, until one of both sides ends it.',
      content: { 'text/event-stream': { schema: { type: 'string' } } },
    }),
  );

/** 201 with the whole resource and `Location`. */
export const CreateRoute = ({ response, ...options }: ResponseOptions): MethodDecorator =>
  writeWithBody(
    Post,
    { ...options, response },
    ApiCreatedResponse({ type: response, description: 'The resource as it was created.' }),
  );

/** Absent = unchanged, null = cleared; 200 with the whole resource. */
export const UpdateRoute = ({ response, ...options }: ResponseOptions): MethodDecorator =>
  writeWithBody(
    Patch,
    {
      isVersioned: true,
      ...options,
      response,
      description: `${options.description}\n\nA member that is absent stays as it is; null clears it.`,
    },
    UseInterceptors(UpsertInterceptor),
    ApiOkResponse({ type: response, description: 'The whole resource as it now is.' }),
  );

/** POST of a list: 200 with the resulting entries. Take the list with `ListBody`. */
export const ApplyRoute = ({
  response,
  body: { entry, maxItems },
  ...options
}: ResponseOptions & { readonly body: ListBodyOptions }): MethodDecorator =>
  writeWithBody(
    Post,
    { ...options, response },
    HttpCode(200),
    ...(options.isVersioned ? [VersionedList()] : []),
    ApiExtraModels(entry),
    ApiBody({ schema: { type: 'array', minItems: 1, maxItems, items: { $ref: getSchemaPath(entry) } } }),
    ApiOkResponse({ type: response, isArray: true, description: 'The resulting entries.' }),
  );

/** POST: 200 with the result. */
export const OutcomeRoute = ({
  response,
  hasBody = true,
  ...options
}: ResponseOptions & { readonly hasBody?: boolean }): MethodDecorator =>
  (hasBody ? writeWithBody : writeWithoutBody)(
    Post,
    { ...options, response },
    HttpCode(200),
    ApiOkResponse({ type: response, description: 'The result.' }),
  );

/** POST of entries: 200 or 207 with a result for each. Take them with `BulkBody`, and return a `BulkOutcome`. */
export const BulkRoute = ({
  request,
  response,
  ...options
}: ResponseOptions & { readonly request: Type }): MethodDecorator =>
  writeWithBody(
    Post,
    options,
    HttpCode(200),
    UseInterceptors(BulkResultsInterceptor),
    ApiBody({ type: request }),
    ApiOkResponse({ type: response, description: '`atomic`: all entries are written.' }),
    ApiResponse({
      status: 207,
      type: response,
      description: '`each`: what became of each entry by itself.',
    }),
  );

/** POST of operations: 200 or 207 with a result for each. */
export const BatchRoute = ({ response, ...options }: ResponseOptions): MethodDecorator =>
  writeWithBody(
    Post,
    options,
    HttpCode(200),
    ApiOkResponse({ type: response, description: '`atomic`: all operations are done.' }),
    ApiResponse({ status: 207, type: response, description: '`each`: what became of each operation.' }),
    ...[403, 404, 405, 409, 412, 422, 424].map((status) =>
      ApiResponse({
        status,
        type: ProblemResponse,
        description: '`atomic`: the first refusal, with `operation`; nothing is written.',
      }),
    ),
  );

/** POST: 202, done afterwards. */
export const RequestRoute = ({
  response,
  hasBody = false,
  ...options
}: ResponseOptions & { readonly hasBody?: boolean }): MethodDecorator =>
  (hasBody ? writeWithBody : writeWithoutBody)(
    Post,
    { ...options, response },
    HttpCode(202),
    ApiAcceptedResponse({ type: response, description: 'The accepted request.' }),
  );

/** POST: 204. @param options `preview`: what it answers where it is only tried */
export const ActionRoute = ({
  preview,
  ...options
}: RouteOptions & { readonly preview?: Type }): MethodDecorator =>
  writeWithoutBody(
    Post,
    { isVersioned: true, ...options },
    HttpCode(204),
    ApiNoContentResponse({ description: 'Done.' }),
    ...(preview
      ? [ApiOkResponse({ type: preview, description: 'What would be done, with `validate_only=true`.' })]
      : []),
  );

export const DeleteRoute = (options: RouteOptions): MethodDecorator =>
  writeWithoutBody(
    Delete,
    { isVersioned: true, ...options },
    HttpCode(204),
    ApiNoContentResponse({ description: 'Done.' }),
  );
