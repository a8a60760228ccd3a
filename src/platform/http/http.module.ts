import { Module, type CanActivate, type DynamicModule, type Provider, type Type } from '@nestjs/common';
import {
  APP_GUARD,
  APP_INTERCEPTOR,
  DiscoveryModule,
  ExternalContextCreator,
  ModulesContainer,
} from '@nestjs/core';
import { ReferenceResolver } from '../references/index.js';
import { declareRetention } from '../retention/index.js';
import { Clock } from '../values/index.js';
import { CallerGuard } from './access/caller.guard.js';
import { RequestFormGuard } from './access/request-form.guard.js';
import { ReferenceGuard } from './access/reference.guard.js';
import { RecentSignInGuard } from './access/recent-sign-in.guard.js';
import { ScopeGuard } from './access/scope.guard.js';
import { TokenGuard } from './access/token.guard.js';
import { BatchRouteGuard } from './access/batch-route.guard.js';
import { BodyGuard } from './body/body.guard.js';
import { RateLimitGuard } from './rate-limit/rate-limit.guard.js';
import { RateLimitModule } from './rate-limit/rate-limit.module.js';
import { InternalRequests } from './internal-requests/index.js';
import { QueryGuard } from './routes/query.guard.js';
import { CreateHandlers } from './upsert/create-handlers.js';
import { FixedMembers } from './upsert/fixed-members.js';
import { UpsertRecordRepository } from './upsert/upsert-record.repository.js';
import { ScopeCheck } from './routes/scope-check.js';
import { IdempotentWrites } from './writes/idempotent-writes.js';
import { KeptAnswerRetention } from './writes/kept-answer-retention.js';
import { KeptAnswerRepository } from './writes/kept-answer.repository.js';
import { ValidationGuard } from './writes/validation.guard.js';
import { WriteInterceptor } from './writes/write.interceptor.js';
import { WriteValidation } from './writes/write-validation.js';
import { UnknownRoute } from './unknown-routes/unknown-route.js';

declareRetention(KeptAnswerRetention);

/** In this order, before the guards of other modules. */
const guards: readonly Type<CanActivate>[] = [
  ValidationGuard,
  CallerGuard,
  RateLimitGuard,
  RequestFormGuard,
  TokenGuard,
  BatchRouteGuard,
  ScopeGuard,
  RecentSignInGuard,
  ReferenceGuard,
  BodyGuard,
  QueryGuard,
];

/** They ask what the route wants, so they are asked about that of a creation by PATCH too. */
const ofRoutes: readonly Type<CanActivate>[] = [BatchRouteGuard, ScopeGuard, RecentSignInGuard];

const bound = guards.map((guard): Provider => ({ provide: APP_GUARD, useExisting: guard }));

@Module({
  imports: [DiscoveryModule, RateLimitModule],
  providers: [
    Clock,
    ValidationGuard,
    CallerGuard,
    RequestFormGuard,
    TokenGuard,
    BatchRouteGuard,
    ScopeGuard,
    RecentSignInGuard,
    ReferenceGuard,
    ReferenceResolver,
    {
      provide: CreateHandlers,
      inject: [ModulesContainer, ExternalContextCreator],
      useFactory: (modules: ModulesContainer, contexts: ExternalContextCreator) =>
        new CreateHandlers(
          modules,
          contexts,
          guards.filter((guard) => !ofRoutes.includes(guard)),
        ),
    },
    FixedMembers,
    UpsertRecordRepository,
    BodyGuard,
    QueryGuard,
    KeptAnswerRepository,
    KeptAnswerRetention,
    IdempotentWrites,
    WriteValidation,
    WriteInterceptor,
    { provide: APP_INTERCEPTOR, useExisting: WriteInterceptor },
    ...bound,
    ScopeCheck,
    UnknownRoute,
    InternalRequests,
  ],
  exports: [Clock, CreateHandlers, FixedMembers, UpsertRecordRepository, InternalRequests, ReferenceResolver],
})
export class HttpModule {
  /** @param ports the modules that export the {@link CallerAuthenticator} and the `AnswerSealing` */
  static forRoot({ callers, sealing }: { readonly callers: Type; readonly sealing: Type }): DynamicModule {
    return { module: HttpModule, global: true, imports: [callers, sealing] };
  }
}
