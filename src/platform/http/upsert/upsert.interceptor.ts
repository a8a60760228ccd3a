import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { ConcurrentChange, translateDatabaseError, UnitOfWork } from '../../database/index.js';
import { BusinessError, type RefusalKind } from '../../errors/index.js';
import { NIL_ID } from '../../values/index.js';
import type { ApiRequest, PathReference } from '../caller.js';
import { absenceIsWanted, absenceMustMatch, versionMustMatch } from '../../writes/index.js';
import type { HttpCall } from '../nest-internals/nest-internals.js';
import { CreateHandlers } from './create-handlers.js';
import { FixedMembers, fixedMembersMustStay } from './fixed-members.js';
import { says } from './says.js';
import { isStillOf, sayWhatPathSays } from './upsert-body.js';
import { UpsertRecordRepository } from './upsert-record.repository.js';

const ofCreation: readonly RefusalKind[] = ['conflict'];
const ofChange: readonly RefusalKind[] = ['not_found', 'conflict', 'precondition_failed'];

/** Of a PATCH by a reference: what is not there is created. */
@Injectable()
export class UpsertInterceptor implements NestInterceptor {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly records: UpsertRecordRepository,
    private readonly creating: CreateHandlers,
    private readonly fixed: FixedMembers,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { upsert } = context.switchToHttp().getRequest<ApiRequest>();
    if (!upsert) return next.handle();
    return from(this.unitOfWork.run(() => this.attempt(context, upsert, next)));
  }

  private async attempt(
    context: ExecutionContext,
    upsert: PathReference,
    next: CallHandler,
  ): Promise<unknown> {
    const request = context.switchToHttp().getRequest<ApiRequest>();
    const sent: unknown = request.body;
    const id = await this.records.lockAndFind(request, upsert);
    try {
      return await this.changeOrCreate(context, upsert, id, next);
    } catch (error) {
      throw (await this.isOutdated(error, id, request, upsert)) ? new ConcurrentChange(error) : error;
    } finally {
      // What it was sent with, where all is done again.
      request.body = sent;
    }
  }

  private changeOrCreate(
    context: ExecutionContext,
    upsert: PathReference,
    id: string,
    next: CallHandler,
  ): Promise<unknown> {
    const request = context.switchToHttp().getRequest<ApiRequest>();
    const create = id === NIL_ID ? this.creating.of(context.getClass()) : undefined;
    request.params[upsert.place] = id;
    request.isCreated = create !== undefined;
    return create ? this.create(create, upsert, context, next) : this.change(upsert, id, context, next);
  }

  private async create(
    create: HttpCall,
    upsert: PathReference,
    context: ExecutionContext,
    change: CallHandler,
  ): Promise<unknown> {
    const [request, response, next] = context.getArgs<[ApiRequest, unknown, unknown]>();
    absenceMustMatch();
    await sayWhatPathSays(request, upsert);
    const later = this.fixed.takeLater(request, context);
    return this.unitOfWork.part(async () => {
      const made = (await create(request, response, next)) as Record<string, unknown>;
      if (Object.entries(later).every(([name, value]) => says(made[name], value))) return made;
      request.params[upsert.place] = made.id as string;
      request.body = later;
      return lastValueFrom<unknown>(change.handle());
    }, this.unitOfWork.isRepeated);
  }

  private async change(
    upsert: PathReference,
    id: string,
    context: ExecutionContext,
    next: CallHandler,
  ): Promise<unknown> {
    const request = context.switchToHttp().getRequest<ApiRequest>();
    const found = absenceIsWanted() ? await this.records.findVersion(request, upsert, id) : null;
    if (found) versionMustMatch(found);
    await sayWhatPathSays(request, upsert, () => this.records.findIdentifiers(request, upsert, id));
    const fixed = await this.fixed.takeFrom(request, context);
    const changed: unknown = await this.unitOfWork.part(
      () => lastValueFrom(next.handle(), { defaultValue: undefined }),
      this.unitOfWork.isRepeated,
    );
    if (!isStillOf(upsert, changed)) throw new ConcurrentChange(new Error('Its identifier was moved.'));
    fixedMembersMustStay(fixed, changed as Record<string, unknown>);
    return changed;
  }

  /** Whether others, who need no lock of the reference, have made, moved or removed what it leads to since it was looked for. */
  private async isOutdated(
    error: unknown,
    id: string,
    request: ApiRequest,
    upsert: PathReference,
  ): Promise<boolean> {
    const refusal = translateDatabaseError(error);
    if (!(refusal instanceof BusinessError)) return false;
    if (!(request.isCreated ? ofCreation : ofChange).includes(refusal.kind)) return false;
    // A violation ends the transaction, so that nothing can be asked; the next time the work is a part by itself.
    const isViolation = refusal !== error;
    if ((request.isCreated || isViolation) && !this.unitOfWork.isRepeated) return true;
    return (
      (await this.records.parentsHaveMoved(request)) || (await this.records.find(request, upsert)) !== id
    );
  }
}
