import { describe, expect, it } from '@jest/globals';
import { Body, Get, Query, Req, UseInterceptors } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiConsumes, ApiProperty, PartialType } from '@nestjs/swagger';
import { Throttle } from '@nestjs/throttler';
import {
  consumedTypesOf,
  describedSchemasOf,
  ExecutionContextHost,
  hasInterceptors,
  isRouteHandler,
  isThrottled,
  routeArgumentsOf,
} from './nest-internals.js';

class Through {
  intercept(): never {
    throw new Error('Not called');
  }
}

class Controller {
  @Get()
  @UseInterceptors(Through)
  @ApiConsumes('text/csv')
  @Throttle({ default: { limit: 1, ttl: 1000 } })
  route(@Query('name') _name: string, @Req() _request: object, @Body() _body: object): void {}

  plain(): void {}
}

class Kite {
  @ApiProperty({ type: 'string', format: 'password' })
  secret!: string;
}

class Stunt extends PartialType(Kite) {}

/** Each test fails where a new version of Nest keeps it elsewhere: then look for its new place. */
describe('of what Nest does not document', () => {
  const { route, plain } = Controller.prototype;
  const reflector = new Reflector();

  it('what is said of members is metadata of their class, and inherited', () => {
    expect(describedSchemasOf(Stunt)).toEqual([expect.objectContaining({ format: 'password' })]);
    expect(describedSchemasOf(Through)).toEqual([]);
  });

  it('arguments of handlers are metadata of the controller, by kind and place', () => {
    expect(routeArgumentsOf(Controller, 'route')).toEqual(
      expect.arrayContaining([
        { kind: 'query', name: 'name' },
        { kind: 'request', name: undefined },
        { kind: 'other', name: undefined },
      ]),
    );
    expect(routeArgumentsOf(Controller, 'plain')).toEqual([]);
  });

  it('the method of a route is metadata of its handler', () => {
    expect([route, plain].map(isRouteHandler)).toEqual([true, false]);
  });

  it('interceptors are metadata of the handler', () => {
    expect([route, plain].map((handler) => hasInterceptors(handler))).toEqual([true, false]);
  });

  it('consumed media types are metadata of the handler', () => {
    expect([route, plain].map(consumedTypesOf)).toEqual([['text/csv'], []]);
  });

  it('the limits of a throttled route are metadata with the name of the throttler', () => {
    expect([route, plain].map((handler) => isThrottled(reflector, [handler], 'default'))).toEqual([
      true,
      false,
    ]);
  });

  it('the context of guards can be made for a request that no route answers', () => {
    const request = {};
    const context = new ExecutionContextHost([request], Controller, plain);
    expect(context.switchToHttp().getRequest()).toBe(request);
    expect([context.getClass(), context.getHandler()]).toEqual([Controller, plain]);
  });
});
