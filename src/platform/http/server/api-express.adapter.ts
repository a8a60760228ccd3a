import { createServer } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express, RequestHandler, Response } from 'express';
import { invalid } from '../../errors/index.js';
import type { ApiRequest } from '../caller.js';
import { Json } from '../json.js';
import { ownMessages, type ExpressInstance, type MessageKind } from '../messages/own-messages.js';
import { serverOptions } from '../limits/request-limits.js';
import { isKnown, setVersion } from '../writes/answer-version.js';
import { setLocation } from '../writes/location.js';
import { KnownRoutes } from '../unknown-routes/known-routes.js';
import type { UnknownRoute } from '../unknown-routes/unknown-route.js';

const verbs = [
  ...(['head', 'post', 'put', 'patch', 'delete', 'options', 'search', 'query', 'all'] as const),
  ...(['propfind', 'proppatch', 'mkcol', 'copy', 'move', 'lock', 'unlock'] as const),
];

export class ApiExpressAdapter extends ExpressAdapter {
  readonly known = new KnownRoutes();
  private unknown: UnknownRoute | undefined;

  constructor(private readonly messages: MessageKind) {
    super();
    for (const verb of verbs) this.noteRoutesOf(verb);
  }

  override initHttpServer(): void {
    const express = this.getInstance<ExpressInstance>();
    const messages = this.messages === 'own' ? ownMessages(express) : {};
    const server = createServer({ ...serverOptions, ...messages }, express);
    // Unknown expectations are refused by the guards.
    server.on('checkExpectation', express);
    this.setHttpServer(server);
  }

  override get(...route: unknown[]): unknown {
    this.note('GET', route);
    return super.get(...(route as [string, () => void]));
  }

  /** Express's own refusal: a path that cannot be decoded. */
  override mapException(error: unknown): unknown {
    return error instanceof URIError
      ? invalid({ path: ['must be percent-encoded UTF-8'] })
      : super.mapException(error);
  }

  refuseUnknownBy(unknown: UnknownRoute): void {
    this.unknown = unknown;
  }

  override setNotFoundHandler(): this {
    const { unknown, known } = this;
    if (!unknown) return this;
    for (const path of known.paths)
      this.getInstance<Express>().all(path.path, unknown.notePath(path) as RequestHandler);
    this.use(unknown.refuse(known));
    return this;
  }

  // For an interceptor Nest would make a dozen objects of RxJS for each request.
  override reply(response: Response, answer: unknown, given?: number): unknown {
    // An action that is only tried has an answer.
    const isTold = (given ?? response.statusCode) === 204 && answer !== undefined;
    const wanted = isTold ? 200 : given;
    const status = (response.req as ApiRequest).isCreated ? 201 : wanted;
    if ((status ?? response.statusCode) === 201) setLocation(response, answer);
    const body = setVersion(response, answer);
    if (isKnown(response)) return response.status(304).end();
    if (!(body instanceof Json)) return super.reply(response, body, status) as unknown;
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    if (status !== undefined) response.status(status);
    return response.send(Json.bytesOf(body));
  }

  private noteRoutesOf(verb: (typeof verbs)[number]): void {
    const register = super[verb].bind(this) as (...route: unknown[]) => unknown;
    this[verb] = (...route: unknown[]): unknown => {
      this.note(verb.toUpperCase(), route);
      return register(...route);
    };
  }

  private note(method: string, [path, handler]: unknown[]): void {
    if (typeof path === 'string') this.known.add(method, path, handler as RequestHandler);
  }
}
