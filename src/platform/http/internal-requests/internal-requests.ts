import type { RequestListener, ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { ApiRequest } from '../caller.js';
import {
  internalRequest,
  internalResponse,
  type InternalRequest,
  type InternalResult,
} from './internal-messages.js';

/** Requests within a request, to any route, with its guards, pipes, interceptors and filters. */
@Injectable()
export class InternalRequests {
  constructor(private readonly host: HttpAdapterHost) {}

  /**
   * Joins the running unit of work. The caller is neither authenticated nor counted again.
   * @throws what is no refusal, such as a deadlock, which the whole unit has to know
   */
  send(asked: InternalRequest, outer: ApiRequest): Promise<InternalResult> {
    const listener = this.host.httpAdapter.getInstance<RequestListener>();
    return new Promise((resolve, reject) => {
      const request = internalRequest(asked, outer, reject);
      listener(request, internalResponse(request, outer.res as ServerResponse, resolve));
    });
  }
}
