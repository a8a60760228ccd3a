import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { invalid } from '../../errors/index.js';
import type { ApiRequest } from '../caller.js';
import { notKnownHere } from '../errors/faults.js';

@Injectable()
export class NoBodyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const body = context.switchToHttp().getRequest<ApiRequest>().body as unknown;
    if (body === undefined) return true;
    if (typeof body !== 'object' || body === null || Array.isArray(body)) {
      throw invalid({ body: ['must be absent'] });
    }
    const names = Object.keys(body);
    if (names.length === 0) return true;
    throw notKnownHere(names);
  }
}
