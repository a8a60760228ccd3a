import { describe, expect, it } from '@jest/globals';
import {
  Body,
  Controller,
  ForbiddenException,
  Get,
  Inject,
  Module,
  Param,
  Post,
  Query,
  Req,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import { ExternalContextCreator, ModulesContainer, NestFactory, Reflector } from '@nestjs/core';
import { ApiConsumes, ApiProperty, PartialType } from '@nestjs/swagger';
import { Throttle } from '@nestjs/throttler';
import {
  callerOf,
  consumedTypesOf,
  describedMembersOf,
  ExecutionContextHost,
  hasInterceptor,
  hasInterceptors,
  isCreateRoute,
  isRouteHandler,
  isThrottled,
  routeArgumentsOf,
} from './nest-internals.js';

class Through {
  intercept(): never {
    throw new Error('Not called');
  }
}

class Routes {
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
  const { route, plain } = Routes.prototype;
  const reflector = new Reflector();

  it('what is said of members is metadata of their class, and inherited', () => {
    expect(describedMembersOf(Stunt)).toEqual([
      expect.objectContaining({ name: 'secret', schema: expect.objectContaining({ format: 'password' }) }),
    ]);
    expect(describedMembersOf(Through)).toEqual([]);
  });

  it('arguments of handlers are metadata of the controller, by kind and place', () => {
    expect(routeArgumentsOf(Routes, 'route')).toEqual(
      expect.arrayContaining([
        { kind: 'query', name: 'name' },
        { kind: 'request', name: undefined },
        { kind: 'other', name: undefined },
      ]),
    );
    expect(routeArgumentsOf(Routes, 'plain')).toEqual([]);
  });

  it('the method of a route is metadata of its handler', () => {
    expect([route, plain].map(isRouteHandler)).toEqual([true, false]);
  });

  it('interceptors are metadata of the handler', () => {
    expect([route, plain].map((handler) => hasInterceptors(handler))).toEqual([true, false]);
    expect([hasInterceptors(route, Through), hasInterceptor(route, Through)]).toEqual([false, true]);
  });

  it('the path of a route is metadata of its handler', () => {
    class Creating {
      @Post()
      create(): void {}

      @Post(':id/start')
      start(): void {}

      @Get()
      list(): void {}
    }
    const { create, start, list } = Creating.prototype;
    expect([create, start, list].map(isCreateRoute)).toEqual([true, false, false]);
  });

  it('a method of a controller can be called with the guards that are asked and its pipes, which get what its module provides', async () => {
    class Greeting {
      readonly word = 'Hello';
    }
    class GreetingPipe {
      constructor(private readonly greeting: Greeting) {}

      transform(name: string): string {
        return `${this.greeting.word} ${name}`;
      }
    }
    Inject(Greeting)(GreetingPipe, undefined, 0);
    class Closed {
      canActivate(): boolean {
        return false;
      }
    }
    class Greeter {
      greet(name: string, body: object): unknown {
        return { name, body };
      }
    }
    Param('name', GreetingPipe)(Greeter.prototype, 'greet', 0);
    Body()(Greeter.prototype, 'greet', 1);
    UseGuards(Closed)(Greeter);
    Reflect.defineMetadata('design:paramtypes', [String, Object], Greeter.prototype, 'greet');
    Controller()(Greeter);
    class Greetings {}
    Module({ controllers: [Greeter], providers: [Greeting] })(Greetings);

    const app = await NestFactory.createApplicationContext(Greetings, { logger: false });
    const [key] =
      [...app.get(ModulesContainer)].find(([, { controllers }]) => controllers.has(Greeter)) ?? [];
    const greeting = (isAsked: boolean): Promise<unknown> => {
      const contexts = app.get(ExternalContextCreator);
      const greet = callerOf(contexts, key ?? '', app.get(Greeter), 'greet', () => isAsked);
      return greet({ params: { name: 'Ada' }, body: { a: 1 } }, {}, () => undefined);
    };
    expect(await greeting(false)).toEqual({ name: 'Hello Ada', body: { a: 1 } });
    await expect(greeting(true)).rejects.toThrow(ForbiddenException);
    await app.close();
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
    const context = new ExecutionContextHost([request], Routes, plain);
    expect(context.switchToHttp().getRequest()).toBe(request);
    expect([context.getClass(), context.getHandler()]).toEqual([Routes, plain]);
  });
});
