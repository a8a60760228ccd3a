import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  ClassSerializerInterceptor,
  Controller,
  Get,
  HttpCode,
  Injectable,
  Module,
  Post,
  Query,
  Redirect,
  Res,
  Sse,
  StreamableFile,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { Exclude, Expose } from 'class-transformer';
import type { Request, Response } from 'express';
import { from, map, tap, type Observable } from 'rxjs';
import { CreateRoute, RequireScope } from '../../src/platform/http/index.js';
import { Json } from '../../src/platform/http/json.js';
import { createTestApplication, type TestApplication } from '../support/application/test-application.js';

class Person {
  id = 'p1';
  name = 'Ada';

  @Exclude()
  password = 'secret';

  @Expose()
  get greeting(): string {
    return `Hello ${this.name}`;
  }
}

interface Page {
  readonly total: number;
  readonly results: readonly { readonly name: string }[];
}

const page = (): Json<Page> => new Json<Page>(Buffer.from('{"total":1,"results":[{"name":"Ada"}]}'));

@Injectable()
class Enveloped implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler<Page>): Observable<unknown> {
    return next.handle().pipe(map((body) => ({ data: body, names: body.results.map(({ name }) => name) })));
  }
}

@Injectable()
class Extended implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler<Page>): Observable<unknown> {
    return next.handle().pipe(map((body) => ({ ...body, isLast: 'total' in body && body.total === 1 })));
  }
}

interface Masked {
  total?: number;
  note?: string;
  results: { name?: string }[];
}

@Injectable()
class Masking implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<Masked>): Observable<unknown> {
    const { how } = context.switchToHttp().getRequest<Request>().query;
    return next.handle().pipe(tap((body) => masks[how as string]?.(body)));
  }
}

const masks: Readonly<Record<string, (body: Masked) => unknown>> = {
  assigned: (body) => (body.results = []),
  deleted: (body) => delete body.total,
  mutated: (body) => delete body.results[0]?.name,
  defined: (body) =>
    Object.defineProperty(body, 'note', { value: 'masked', enumerable: true, configurable: true }),
};

/** As an application has it everywhere, for a log say. */
@Injectable()
class Untouched implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle();
  }
}

@Controller('v1/idioms')
@UseInterceptors(Untouched)
class IdiomsController {
  @Get('list')
  @RequireScope('none')
  list(): Json<Page> {
    return page();
  }

  @Get('list-later')
  @RequireScope('none')
  async listLater(): Promise<Json<Page>> {
    return page();
  }

  @Get('enveloped')
  @RequireScope('none')
  @UseInterceptors(Enveloped)
  enveloped(): Json<Page> {
    return page();
  }

  @Get('extended')
  @RequireScope('none')
  @UseInterceptors(Extended)
  extended(): Json<Page> {
    return page();
  }

  @Get('masked')
  @RequireScope('none')
  @UseInterceptors(Masking)
  masked(@Query('how') _how: string): Json<Page> {
    return page();
  }

  @Get('serialized-list')
  @RequireScope('none')
  @UseInterceptors(ClassSerializerInterceptor)
  serializedList(): Json<Page> {
    return page();
  }

  @Get('person')
  @RequireScope('none')
  @UseInterceptors(ClassSerializerInterceptor)
  person(): Person {
    return new Person();
  }

  @Post('persons')
  @RequireScope('none')
  @UseInterceptors(ClassSerializerInterceptor)
  createPerson(): Person {
    return new Person();
  }

  @Post('nothing')
  @RequireScope('none')
  nothing(): void {
    return undefined;
  }

  @Post('text')
  @RequireScope('none')
  @HttpCode(201)
  text(): string {
    return 'made';
  }

  @Get('by-hand')
  @RequireScope('none')
  byHand(@Res() response: Response): void {
    response.status(202).type('text/plain').send('by hand');
  }

  @Get('passthrough')
  @RequireScope('none')
  passthrough(@Res({ passthrough: true }) response: Response): unknown {
    response.setHeader('X-Own', 'yes');
    return { ok: true };
  }

  @Get('file')
  @RequireScope('none')
  file(): StreamableFile {
    return new StreamableFile(Readable.from(['name\n', 'Ada\n']), {
      type: 'text/csv',
      disposition: 'attachment; filename="people.csv"',
    });
  }

  @Post('file')
  @RequireScope('none')
  makeFile(): StreamableFile {
    return new StreamableFile(Buffer.from('made'));
  }

  @Post('bytes')
  @RequireScope('none')
  bytes(): StreamableFile {
    return new StreamableFile(Buffer.from([0xff]));
  }

  @Get('elsewhere')
  @RequireScope('none')
  @Redirect('/v1/me', 302)
  elsewhere(): void {
    return undefined;
  }

  @Sse('events')
  @RequireScope('none')
  events(): Observable<{ data: object }> {
    return from([{ data: { n: 1 } }, { data: { n: 2 } }]);
  }
}

@Controller('v1/idioms/persons-once')
@UseInterceptors(ClassSerializerInterceptor)
class PersonsController {
  @CreateRoute({ response: Person, scope: 'none', summary: 'Make a person', description: 'Makes a person.' })
  makePerson(): Person {
    return new Person();
  }
}

@Module({
  controllers: [IdiomsController, PersonsController],
  providers: [{ provide: APP_INTERCEPTOR, useClass: Untouched }],
})
class IdiomsModule {}

describe('answers as Nest developers give them', () => {
  let application: TestApplication;

  beforeAll(async () => {
    application = await createTestApplication({ modules: [IdiomsModule] });
  });
  afterAll(() => application.close());

  const send = async (
    path: string,
    method = 'GET',
  ): Promise<{ status: number; headers: Headers; text: string }> => {
    const response = await fetch(`${application.url}/v1/idioms/${path}`, {
      method,
      headers: { 'X-API-KEY': application.token },
      redirect: 'manual',
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

  const bodyOf = async (path: string): Promise<unknown> => {
    const { status, text } = await send(path);
    expect(status).toBe(200);
    return JSON.parse(text) as unknown;
  };

  it.each(['list', 'list-later'])('a written list is sent as it is (%s)', async (path) => {
    const parse = jest.spyOn(JSON, 'parse');
    const { text, headers } = await send(path);
    expect(parse.mock.calls.filter(([read]) => read.includes('Ada'))).toEqual([]);
    parse.mockRestore();
    expect(text).toBe('{"total":1,"results":[{"name":"Ada"}]}');
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  it('an interceptor sees in a written list what it says', async () => {
    const list = { total: 1, results: [{ name: 'Ada' }] };
    expect(await bodyOf('enveloped')).toEqual({ data: list, names: ['Ada'] });
    expect(await bodyOf('extended')).toEqual({ ...list, isLast: true });
    expect(await bodyOf('serialized-list')).toEqual(list);
  });

  it.each<[string, Partial<Masked>]>([
    ['assigned', { total: 1, results: [] }],
    ['deleted', { results: [{ name: 'Ada' }] }],
    ['mutated', { total: 1, results: [{}] }],
    ['defined', { total: 1, results: [{ name: 'Ada' }], note: 'masked' }],
  ])('what an interceptor changes in a written list is sent (%s)', async (how, sent) => {
    expect(await bodyOf(`masked?how=${how}`)).toEqual(sent);
  });

  it('ClassSerializerInterceptor hides and shows what the class says', async () => {
    const person = { id: 'p1', name: 'Ada', greeting: 'Hello Ada' };
    expect(await bodyOf('person')).toEqual(person);
    const { status, headers, text } = await send('persons', 'POST');
    expect([status, JSON.parse(text)]).toEqual([201, person]);
    expect(headers.get('location')).toBe('/v1/idioms/persons/p1');
  });

  it('what ClassSerializerInterceptor hides is kept for no repeat of an Idempotency-Key', async () => {
    const make = async (headers: Record<string, string>): Promise<string> => {
      const response = await fetch(`${application.url}/v1/idioms/persons-once`, {
        method: 'POST',
        headers: { 'X-API-KEY': application.token, 'Content-Type': 'application/json', ...headers },
        body: '{}',
      });
      expect([response.status, response.headers.get('location')]).toEqual([
        201,
        '/v1/idioms/persons-once/p1',
      ]);
      return response.text();
    };
    const once = { 'Idempotency-Key': 'person-1' };
    const person = '{"id":"p1","name":"Ada","greeting":"Hello Ada"}';
    expect([await make({}), await make(once), await make(once)]).toEqual([person, person, person]);
    expect(await application.database.query('SELECT body FROM idempotency_keys')).toEqual([{ body: person }]);
  });

  it('nothing, and a text, are answers too', async () => {
    const nothing = await send('nothing', 'POST');
    expect([nothing.status, nothing.text, nothing.headers.get('location')]).toEqual([201, '', null]);
    expect(await send('text', 'POST')).toMatchObject({ status: 201, text: 'made' });
  });

  it('a text is an answer in a batch too, and bytes that are none are refused as a whole', async () => {
    const batch = (...paths: string[]) =>
      fetch(`${application.url}/v1/batch`, {
        method: 'POST',
        headers: { 'X-API-KEY': application.token, 'Content-Type': 'application/json' },
        body: JSON.stringify({
          mode: 'atomic',
          operations: paths.map((path) => ({ method: 'POST', path: `/v1/idioms/${path}` })),
        }),
      });
    const answered = (await (await batch('text', 'persons', 'nothing', 'file')).json()) as {
      results: { body: unknown }[];
    };
    expect(answered.results.map(({ body }) => body)).toEqual([
      'made',
      { id: 'p1', name: 'Ada', greeting: 'Hello Ada' },
      null,
      'made',
    ]);
    const refused = await batch('text', 'bytes');
    expect([refused.status, await refused.json()]).toMatchObject([500, { code: 'server.failed' }]);
  });

  it('@Res() answers by hand, or sets a header', async () => {
    expect(await send('by-hand')).toMatchObject({ status: 202, text: 'by hand' });
    const { headers, text } = await send('passthrough');
    expect([headers.get('x-own'), text]).toEqual(['yes', '{"ok":true}']);
  });

  it('files are streamed', async () => {
    const { status, headers, text } = await send('file');
    expect([status, text]).toEqual([200, 'name\nAda\n']);
    expect(headers.get('content-type')).toBe('text/csv');
    expect(headers.get('content-disposition')).toBe('attachment; filename="people.csv"');
    const made = await send('file', 'POST');
    expect([made.status, made.text, made.headers.get('location')]).toEqual([201, 'made', null]);
  });

  it('@Redirect leads elsewhere', async () => {
    const { status, headers } = await send('elsewhere');
    expect([status, headers.get('location')]).toEqual([302, '/v1/me']);
  });

  it('@Sse sends events', async () => {
    const { status, headers, text } = await send('events');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    expect(text.match(/^data: .*$/gm)).toEqual(['data: {"n":1}', 'data: {"n":2}']);
  });
});
