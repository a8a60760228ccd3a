export { CallerAuthenticator, CurrentCaller, type Caller } from './caller.js';
export * from './members/index.js';
export { NamedListQuery, pageOf, pageRequest, PagingQuery, toPage, type ResultPage } from './paging.dto.js';
export { ArchivableResponse, ResourceResponse } from './resource.dto.js';
export { IdParam } from './routes/id-param.js';
export {
  CreateRoute,
  DeleteRoute,
  GetRoute,
  ListRoute,
  ResourceController,
  UpdateRoute,
} from './routes/routes.js';
export { allows, RequireScope, scopes, type Scope } from './routes/scope.js';
