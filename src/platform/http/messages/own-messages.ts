import { IncomingMessage, ServerResponse, type RequestListener, type ServerOptions } from 'node:http';

/** `express`: Node's, changed by Express in its own way. */
export type MessageKind = 'own' | 'express';

export interface ExpressInstance extends RequestListener {
  request: object;
  response: object;
}

/** Created with Express's prototype and a place for each later member. See README.md. */
export function ownMessages(express: ExpressInstance): ServerOptions {
  class OwnRequest extends IncomingMessage {
    id = '';
    caller = undefined;
    addressVerdict = undefined;
    countedBy = undefined;
    passedPaths = undefined;
    isGuarded = false;
    handler = undefined;
    internal = undefined;
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

  class OwnResponse<Request extends IncomingMessage> extends ServerResponse<Request> {
    locals = undefined;
  }

  // They have this prototype already, so Express changes nothing.
  express.request = inheriting(OwnRequest.prototype, express.request);
  express.response = inheriting(OwnResponse.prototype, express.response);
  return { IncomingMessage: OwnRequest, ServerResponse: OwnResponse };
}

function inheriting(object: object, parent: object): object {
  Object.setPrototypeOf(object, parent);
  return object;
}
