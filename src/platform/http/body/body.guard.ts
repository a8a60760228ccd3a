import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Response } from 'express';
import { invalid } from '../../errors/index.js';
import type { ApiRequest } from '../caller.js';
import { requestUnsupportedEncoding, requestUnsupportedMediaType } from '../errors/request-refusals.js';
import { consumedTypesOf, hasInterceptors } from '../nest-internals/nest-internals.js';
import { bodyLimitsOf, type BodyLimits } from '../limits/body-limits.js';
import { UpsertInterceptor } from '../upsert/upsert.interceptor.js';
import { RequestCount } from '../rate-limit/request-count.js';
import { furtherRequestsOf } from '../many-at-once/many-at-once.js';
import { shapeMustFit } from './body-shape.js';
import { inflatedBody, isKnownEncoding } from './inflated-body.js';
import { bodyTooLarge, rawBodyReader } from './raw-body.js';

// Without `fatal` invalid UTF-8 would be replaced silently.
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Reads JSON. Other types are refused unless the route reads them: an ignored body is a lost write. */
@Injectable()
export class BodyGuard implements CanActivate {
  private readonly readers = new Map<BodyLimits, ReturnType<typeof rawBodyReader>>();

  constructor(private readonly counts: RequestCount) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.switchToHttp().getRequest<ApiRequest>();
    const { 'transfer-encoding': transfer, 'content-length': length } = request.headers;
    const isSent = transfer !== undefined || length !== undefined;
    // A middleware of a module may have read it.
    return !isSent || (request.body as unknown) !== undefined || this.accept(request, context);
  }

  private async accept(request: ApiRequest, context: ExecutionContext): Promise<boolean> {
    const { 'transfer-encoding': transfer, 'content-length': length } = request.headers;
    const limits = bodyLimitsOf(context.getHandler());
    if ((transfer !== undefined || Number(length) > 0) && !isJson(request)) {
      if (readsItself(context, request)) return true;
      throw requestUnsupportedMediaType();
    }
    // Before reading: a large body would take longer than a request may.
    if (Number(length) > limits.bytes) throw bodyTooLarge(limits);
    const response = context.switchToHttp().getResponse<Response>();
    await this.read(request, response, limits);
    const further = furtherRequestsOf(context.getHandler(), request.body);
    if (further > 0) await this.counts.add(further, request, response);
    return true;
  }

  private async read(request: ApiRequest, response: Response, limits: BodyLimits): Promise<void> {
    const encoding = takeEncoding(request);
    const sent = await this.readerOf(limits)(request, response);
    const isPlain = encoding === 'identity' || sent.length === 0;
    const bytes = isPlain ? sent : await inflatedBody(sent, encoding, limits);
    request.rawBody = bytes;
    request.body = sent.length === 0 ? {} : parsed(bytes, limits);
  }

  private readerOf(limits: BodyLimits): ReturnType<typeof rawBodyReader> {
    const known = this.readers.get(limits) ?? rawBodyReader(limits);
    this.readers.set(limits, known);
    return known;
  }
}

const isJson = (request: ApiRequest): boolean =>
  Boolean(request.is('application/json')) &&
  !/charset=(?!"?utf-8"?\s*(;|$))/i.test(request.get('content-type') ?? '');

function readsItself(context: ExecutionContext, request: ApiRequest): boolean {
  const handler = context.getHandler();
  const consumed = consumedTypesOf(handler);
  if (consumed.length > 0 && request.is(consumed)) return true;
  return Boolean(request.is('multipart/form-data')) && hasInterceptors(handler, UpsertInterceptor);
}

/** Removes it from the headers, because the body is inflated here and not by Express. */
function takeEncoding({ headers }: ApiRequest): string {
  const encoding = headers['content-encoding']?.toLowerCase() || 'identity';
  if (encoding !== 'identity' && !isKnownEncoding(encoding)) throw requestUnsupportedEncoding();
  delete headers['content-encoding'];
  return encoding;
}

// Text, numbers and null are JSON too; the validation refuses them.
function parsed(bytes: Buffer, limits: BodyLimits): unknown {
  shapeMustFit(bytes, limits);
  let text;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw invalid({ body: ['must be UTF-8'] });
  }
  try {
    return JSON.parse(text);
  } catch {
    throw invalid({ body: ['must be well-formed JSON'] });
  }
}
