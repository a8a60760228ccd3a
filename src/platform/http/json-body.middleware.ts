import type { NextFunction, Response } from 'express';
import { invalid } from '../errors/index.js';
import type { BodyLimits } from './body/body-limits.js';
import { shapeMustFit } from './body/body-shape.js';
import { inflatedBody, isKnownEncoding } from './body/inflated-body.js';
import { bodyTooLarge, sentBodyReader } from './body/sent-body.js';
import type { ApiRequest } from './caller.js';
import { requestUnsupportedEncoding, requestUnsupportedMediaType } from './request-refusals.js';

// Decoding leniently would silently replace what is no UTF-8.
const utf8 = new TextDecoder('utf-8', { fatal: true });

const isJson = (request: ApiRequest): boolean =>
  Boolean(request.is('application/json')) &&
  !/charset=(?!"?utf-8"?\s*(;|$))/i.test(request.get('content-type') ?? '');

/** Reads JSON bodies; everything else is refused, because a body that is silently ignored is a lost write. */
export function readJsonBodies(limits: BodyLimits) {
  const readSentBody = sentBodyReader(limits);

  return async (request: ApiRequest, response: Response, next: NextFunction): Promise<void> => {
    const { 'transfer-encoding': transfer, 'content-length': length } = request.headers;
    if (transfer === undefined && length === undefined) {
      next();
      return;
    }
    const hasBody = transfer !== undefined || Number(length) > 0;
    if (hasBody && !isJson(request)) throw requestUnsupportedMediaType();
    // Before the body comes: a large one would take longer than a request may.
    if (Number(length) > limits.bytes) throw bodyTooLarge(limits);
    const encoding = takeEncoding(request);
    const sent = await readSentBody(request, response);
    const isPlain = encoding === 'identity' || sent.length === 0;
    const bytes = isPlain ? sent : await inflatedBody(sent, encoding, limits);
    request.body = sent.length === 0 ? {} : parsed(bytes, limits);
    next();
  };
}

/** The encoding of the body. It is taken out of the headers, because it is undone here and not by Express. */
function takeEncoding({ headers }: ApiRequest): string {
  const encoding = headers['content-encoding']?.toLowerCase() || 'identity';
  if (encoding !== 'identity' && !isKnownEncoding(encoding)) throw requestUnsupportedEncoding();
  delete headers['content-encoding'];
  return encoding;
}

// Text, numbers and null are JSON too: that they are no object is said by the validation.
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
