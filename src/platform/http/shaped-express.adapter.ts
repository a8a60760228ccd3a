import {
  createServer,
  IncomingMessage,
  ServerResponse,
  type RequestListener,
  type ServerOptions,
} from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { RequestHandler, Response } from 'express';
import { invalid } from '../errors/index.js';
import { Json } from './json.js';
import { serverOptions } from './request-limits.js';
import { RouteTree } from './route-tree.js';
import { tellLocation } from './routes/location.js';
import { refuseUnknownRoute } from './unknown-route.js';

/** The prototypes that Express gives to every request and answer; its types leave them out. */
interface ExpressInstance extends RequestListener {
  request: object;
  response: object;
}

/**
 * Express changes the prototype of every request and answer and puts a dozen members on them, which makes of each an
 * object of its own kind for V8: two thirds of the processor time of a cheap request went into finding members the
 * slow way. Here they are born with that prototype, and with a place for what is put on them later.
 */
export class ShapedExpressAdapter extends ExpressAdapter {
  private readonly routes = new RouteTree();
  private hasRoutes = false;

  override initHttpServer(): void {
    const express = this.getInstance<ExpressInstance>();
    const server = createServer({ ...serverOptions, ...shapedMessages(express) }, express);
    // Whatever is expected, it is refused where everything is.
    server.on('checkExpectation', express);
    this.setHttpServer(server);
  }

  override get(...route: unknown[]): unknown {
    this.plant('GET', route);
    return super.get(...(route as [string, () => void]));
  }

  override post(...route: unknown[]): unknown {
    this.plant('POST', route);
    return super.post(...(route as [string, () => void]));
  }

  override patch(...route: unknown[]): unknown {
    this.plant('PATCH', route);
    return super.patch(...(route as [string, () => void]));
  }

  override delete(...route: unknown[]): unknown {
    this.plant('DELETE', route);
    return super.delete(...(route as [string, () => void]));
  }

  /** What Express refuses itself: a path that cannot be decoded. */
  override mapException(error: unknown): unknown {
    return error instanceof URIError
      ? invalid({ path: ['must be percent-encoded UTF-8'] })
      : super.mapException(error);
  }

  override setNotFoundHandler(): this {
    this.use(refuseUnknownRoute);
    return this;
  }

  // Here and not in an interceptor, for which Nest would make a dozen objects of RxJS for each request.
  override reply(response: Response, body: unknown, status?: number): unknown {
    if ((status ?? response.statusCode) === 201) tellLocation(response, body);
    if (!(body instanceof Json)) return super.reply(response, body, status) as unknown;
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    if (status !== undefined) response.status(status);
    return response.send(Json.bytesOf(body));
  }

  // The tree stands before the first route that is in it, and so behind every middleware.
  private plant(method: string, [path, handler]: unknown[]): void {
    if (typeof path !== 'string' || !path.startsWith('/v1/')) return;
    if (!this.hasRoutes) this.use(this.routes.dispatch);
    this.hasRoutes = true;
    this.routes.add(method, path, handler as RequestHandler);
  }
}

function shapedMessages(express: ExpressInstance): ServerOptions {
  class ShapedRequest extends IncomingMessage {
    id = '';
    caller = undefined;
    addressVerdict = undefined;
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

  // What Express does to each message has no effect any more: it has this prototype already.
  express.request = inheriting(ShapedRequest.prototype, express.request);
  express.response = inheriting(ShapedResponse.prototype, express.response);
  return { IncomingMessage: ShapedRequest, ServerResponse: ShapedResponse };
}

function inheriting(object: object, parent: object): object {
  Object.setPrototypeOf(object, parent);
  return object;
}
