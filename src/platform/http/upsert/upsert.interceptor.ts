import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { Database, UnitOfWork } from '../../database/index.js';
import { referenceKey, ReferenceResolver } from '../../references/index.js';
import { NIL_ID } from '../../values/index.js';
import { parentIdOf } from './path-reference.js';
import type { ApiRequest, PathReference } from '../caller.js';
import { absenceMustMatch } from '../../writes/index.js';
import { CreateHandlers } from './create-handlers.js';
import { FixedMembers, fixedMembersMustStay } from './fixed-members.js';
import { sayWhatPathSays } from './upsert-body.js';

/** Of a PATCH by a reference: what is not there is created. */
@Injectable()
export class UpsertInterceptor implements NestInterceptor {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly database: Database,
    private readonly references: ReferenceResolver,
    private readonly creating: CreateHandlers,
    private readonly fixed: FixedMembers,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { upsert } = context.switchToHttp().getRequest<ApiRequest>();
    if (!upsert) return next.handle();
    return from(this.unitOfWork.run(() => this.changeOrCreate(context, upsert, next)));
  }

  private async changeOrCreate(
    context: ExecutionContext,
    upsert: PathReference,
    next: CallHandler,
  ): Promise<unknown> {
    const request = context.switchToHttp().getRequest<ApiRequest>();
    const id = await this.lockAndFind(request, upsert);
    const create = this.creating.of(context.getClass());
    const isNew = id === NIL_ID && create !== undefined;
    if (isNew) absenceMustMatch();
    sayWhatPathSays(request, upsert, isNew);
    request.params[upsert.place] = id;
    request.isCreated = false;
    if (!isNew) return this.change(request, context, next);
    const [, response, pass] = context.getArgs<[unknown, unknown, unknown]>();
    const created = await create(request, response, pass);
    request.isCreated = true;
    return created;
  }

  private async change(request: ApiRequest, context: ExecutionContext, next: CallHandler): Promise<unknown> {
    const fixed = await this.fixed.takeFrom(request, context);
    const changed: unknown = await lastValueFrom(next.handle(), { defaultValue: undefined });
    fixedMembersMustStay(fixed, changed as Record<string, unknown>);
    return changed;
  }

  /** Two of one reference come one after the other, also while there is no record. */
  private async lockAndFind(request: ApiRequest, upsert: PathReference): Promise<string> {
    const { resource, reference } = upsert;
    const named = ['upsert', request.caller?.organizationId, resource.type, ...referenceKey(reference)];
    const [, ids] = await Promise.all([
      this.database.rows('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [JSON.stringify(named)]),
      this.references.resolve([{ ...upsert, parentId: parentIdOf(request, upsert) }]),
    ]);
    return ids[0] ?? NIL_ID;
  }
}
