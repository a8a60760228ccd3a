import type { IncomingMessage } from 'node:http';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { invalid } from '../../errors/index.js';
import type { ApiRequest } from '../caller.js';
import { requestUnknownExpectation } from '../errors/request-refusals.js';

/** Refuses what HTTP/1.1 forbids and Node accepts, so that no proxy can read it differently. */
@Injectable()
export class RequestFormGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<ApiRequest>();
    if (!request.internal) requireForm(request);
    return true;
  }
}

/** @throws BusinessError 400 without exactly one Host, 417 for an unknown expectation */
export function requireForm({ headers, httpVersion, rawHeaders }: IncomingMessage): void {
  const hosts = hostsOf(rawHeaders);
  const isOld = httpVersion === '1.0';
  if (hosts > 1 || (hosts === 0 && !isOld)) throw invalid({ Host: ['must be sent once'] });
  const { expect } = headers;
  if (expect !== undefined && !isOld && !/^\s*100-continue\s*$/i.test(expect)) {
    throw requestUnknownExpectation();
  }
}

function hostsOf(rawHeaders: readonly string[]): number {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts;
}
