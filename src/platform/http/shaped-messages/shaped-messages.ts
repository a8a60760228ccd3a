import { IncomingMessage, ServerResponse, type RequestListener, type ServerOptions } from 'node:http';

/** `express`: Node's, changed by Express in its own way. */
export type MessageKind = 'shaped' | 'express';

export interface ExpressInstance extends RequestListener {
  request: object;
  response: object;
}

/** Created with Express's prototype and a place for each later member. See README.md. */
export function shapedMessages(express: ExpressInstance): ServerOptions {
  class ShapedRequest extends IncomingMessage {
    id = '';
    caller = undefined;
    addressVerdict = undefined;
    passedPaths = undefined;
    hasEntered = false;
    rawBody = undefined;
    body = undefined;
    params = undefined;
    route = undefined;
    res = undefined;
    next = undefined;
    baseUrl = '';
    originalUrl = '';
    _parsedUrl = undefined;
  }

  class ShapedResponse<Request extends IncomingMessage> extends ServerResponse<Request> {
    locals = undefined;
  }

  // They have this prototype already, so Express changes nothing.
  express.request = inheriting(ShapedRequest.prototype, express.request);
  express.response = inheriting(ShapedResponse.prototype, express.response);
  return { IncomingMessage: ShapedRequest, ServerResponse: ShapedResponse };
}

function inheriting(object: object, parent: object): object {
  Object.setPrototypeOf(object, parent);
  return object;
}
