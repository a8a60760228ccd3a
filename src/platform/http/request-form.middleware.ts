import type { NextFunction, Response } from 'express';
import { invalid } from '../errors/index.js';
import type { ApiRequest } from './caller.js';
import { requestUnknownExpectation } from './request-refusals.js';

/** Refuses what HTTP/1.1 does not allow and Node lets pass, so that nobody in front can take it for something else. */
export function checkForm(request: ApiRequest, _response: Response, next: NextFunction): void {
  const hosts = hostsOf(request.rawHeaders);
  const isOld = request.httpVersion === '1.0';
  if (hosts > 1 || (hosts === 0 && !isOld)) {
    next(invalid({ Host: ['must be sent once'] }));
    return;
  }
  const { expect } = request.headers;
  if (expect !== undefined && !isOld && !/^\s*100-continue\s*$/i.test(expect)) {
    next(requestUnknownExpectation());
    return;
  }
  next();
}

function hostsOf(rawHeaders: readonly string[]): number {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts;
}
