import {
  Injectable,
  SetMetadata,
  type CanActivate,
  type CustomDecorator,
  type ExecutionContext,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { invalid } from '../../errors/index.js';
import type { ApiRequest } from '../caller.js';

const TAKES_QUERY = 'takes-query';

/** The route has query parameters, which the class of its query checks. */
export const TakesQuery = (): CustomDecorator => SetMetadata(TAKES_QUERY, true);

/** Refuses query parameters where there are none, instead of ignoring them. */
@Injectable()
export class QueryGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const { url, query } = context.switchToHttp().getRequest<ApiRequest>();
    if (!url.includes('?') || this.reflector.get<boolean>(TAKES_QUERY, context.getHandler())) return true;
    const names = Object.keys(query);
    if (names.length === 0) return true;
    throw invalid(Object.fromEntries(names.map((name) => [name, ['is not known here']])));
  }
}
