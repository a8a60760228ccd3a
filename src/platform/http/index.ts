export { ManyAtOnce } from './many-at-once/many-at-once.js';
export { NotInBatch } from './many-at-once/not-in-batch.js';
export { Public } from './routes/public.js';
export { RECENT_SIGN_IN_MINUTES } from './routes/recent-sign-in.js';
export { Browser, CurrentBrowser, type CookieOptions } from './browsers/browser.js';
export {
  BrowserController,
  BrowserRoute,
  NavigationController,
  NavigationRoute,
  type Navigation,
} from './browsers/browser-routes.js';
export { isEncrypted, type WebSettings } from './browsers/web-address.js';
export { providerUnavailable } from './errors/request-refusals.js';
export { BulkBody } from './bulk/bulk-body.js';
export { bulkRequestOf, bulkResponseOf, bulkResultOf } from './bulk/bulk.dto.js';
export { EntryIdMember } from './bulk/entry-id.member.js';
export { CurrentCredentials } from './access/credentials.js';
export {
  CallerAuthenticator,
  CurrentCaller,
  type Caller,
  type CallerSession,
  type Credentials,
} from './caller.js';
export { RequestedList, type ListAnswer, type ListRequest } from './lists/list-request.js';
export * from './members/index.js';
export {
  declareDescription,
  declareTags,
  describeProgram,
  type ContextDescription,
  type WebhookSection,
} from './openapi/model/declared-descriptions.js';
export {
  dateRangeMustNotBeReversed,
  DateRangeQuery,
  DayRangeQuery,
  NamedListQuery,
  pageOf,
  PagingQuery,
  PositionQuery,
  type ResultPage,
  pageRequest,
} from './paging.dto.js';
export { archivableOf, resourceOf, type ArchivableMembers, type ResourceMembers } from './resource.dto.js';
export type { BodyExamples } from './routes/route-description.js';
export { DayParam } from './routes/day-param.js';
export { IdParam } from './routes/id-param.js';
export { ListBody } from './routes/list-body.js';
export {
  ActionRoute,
  ApiResource,
  ApplyRoute,
  BulkRoute,
  CreateRoute,
  DeleteRoute,
  GetRoute,
  ListRoute,
  OutcomeRoute,
  RequestRoute,
  StreamRoute,
  UpdateRoute,
} from './routes/routes.js';
export { AnswerSealing } from './writes/answer-sealing.js';
export { sealedAnswers } from './writes/kept-answer.repository.js';
export { validated } from './validation/request-validation.pipe.js';
export {
  allows,
  declarePermission,
  declareScope,
  permits,
  RequireScope,
  scopeChoices,
  scopes,
  scopesWithin,
  type Scope,
} from './routes/scope.js';
