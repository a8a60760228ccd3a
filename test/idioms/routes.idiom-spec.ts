import { createHmac } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  All,
  Body,
  Controller,
  ForbiddenException,
  Get,
  Headers as RequestHeaders,
  HttpCode,
  Injectable,
  Module,
  Param,
  Post,
  Put,
  Req,
  Search,
  SetMetadata,
  UploadedFile,
  UseGuards,
  UseInterceptors,
  Version,
  type CanActivate,
  type ExecutionContext,
  type MiddlewareConsumer,
  type NestModule,
  type RawBodyRequest,
} from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { FileInterceptor } from '@nestjs/platform-express';
import { ApiConsumes, ApiProperty, ApiSchema } from '@nestjs/swagger';
import express, { type Request } from 'express';
import { departmentResource } from '../../src/contexts/people/index.js';
import {
  ApiResource,
  CreateRoute,
  CurrentCaller,
  Public,
  RequireScope,
  UpdateRoute,
  type Caller,
} from '../../src/platform/http/index.js';
import { aDepartment } from '../factories/people.factory.js';
import { createTestApplication, type TestApplication } from '../support/application/test-application.js';

const SECRET = 'shared with a third party';

/** Nothing in it speaks of scopes, tokens or limits. */
@Controller('skills')
class SkillsController {
  @Get()
  list(): string[] {
    return ['Java'];
  }

  @Get('mine')
  mine(@CurrentCaller() { organizationId }: Caller): { organizationId: string } {
    return { organizationId };
  }

  @RequireScope('people:read')
  @Get('of-people')
  ofPeople(): string[] {
    return ['Ada'];
  }

  @Post()
  create(@Body() body: object): object {
    return body;
  }

  @Put(':id')
  replace(@Param('id') id: string): { id: string } {
    return { id };
  }

  @Get(':id')
  read(@Param('id') id: string): { id: string } {
    return { id };
  }

  @Version('2')
  @Get('levels')
  levels(): string[] {
    return ['two'];
  }

  @Post('upload')
  @UseInterceptors(FileInterceptor('file'))
  upload(@UploadedFile() file: { buffer: Buffer }): { bytes: number } {
    return { bytes: file.buffer.length };
  }

  @Post('csv')
  @ApiConsumes('text/csv')
  async csv(@Req() request: Request): Promise<{ lines: number }> {
    return { lines: (await text(request)).split('\n').length };
  }

  @Post('words')
  words(@Req() request: Request): { words: number } {
    return { words: (request.body as string).split(' ').length };
  }

  @Get('guarded/:door')
  guarded(): string {
    return 'in';
  }
}

@Public()
@Controller('callbacks')
class CallbackController {
  @Get('open')
  open(): string {
    return 'open';
  }

  @Post('payments')
  paid(
    @Req() request: RawBodyRequest<Request>,
    @RequestHeaders('x-signature') signature: string,
    @Body() body: object,
  ): object {
    const expected = createHmac('sha256', SECRET)
      .update(request.rawBody ?? '')
      .digest('hex');
    if (signature !== expected) throw new ForbiddenException('The signature is wrong.');
    return body;
  }
}

@RequireScope('admin')
@Controller('secrets')
class SecretsController {
  @Get()
  list(): object[] {
    return [];
  }

  @RequireScope('people:read')
  @Get('people')
  ofPeople(): object[] {
    return [];
  }

  @Search('found')
  @HttpCode(200)
  found(): object[] {
    return [];
  }

  @All(['any', 'all'])
  any(): object[] {
    return [];
  }
}

@Injectable()
class Doorkeeper implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { path, caller, headers } = context.switchToHttp().getRequest<Request & { caller?: Caller }>();
    const bell = Reflect.getMetadata('bell', context.getHandler()) as string | undefined;
    if (bell !== undefined && headers[bell] === undefined) return false;
    return !path.endsWith('/closed') || caller === undefined;
  }
}

@Injectable()
class WhoSaysPlease implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    return context.switchToHttp().getRequest<Request>().headers['x-please'] !== undefined;
  }
}

@ApiSchema({ description: 'A kite.' })
class Kite {
  @ApiProperty({ description: 'Its name.', example: 'Red', type: 'string' })
  name?: string;
}

const told = { response: Kite, summary: 'A kite', description: 'A kite.' };

/** Each kite is that of a department. */
@Controller('kites')
@ApiResource('Departments', 'people', { id: departmentResource })
class KitesController {
  @SetMetadata('bell', 'x-bell')
  @UseGuards(WhoSaysPlease)
  @CreateRoute({ ...told, scope: 'admin' })
  createKite(@Body() kite: Kite): Kite {
    return kite;
  }

  @UpdateRoute({ ...told, path: ':id', isVersioned: false })
  updateKite(@Param('id') _id: string, @Body() kite: Kite): Kite {
    return kite;
  }
}

@Module({
  controllers: [SkillsController, CallbackController, SecretsController, KitesController],
  providers: [{ provide: APP_GUARD, useClass: Doorkeeper }],
})
class IdiomsModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(express.text({ type: 'text/plain' })).forRoutes('skills/words');
  }
}

describe('routes as Nest developers write them', () => {
  let application: TestApplication;
  beforeAll(async () => {
    application = await createTestApplication({ modules: [IdiomsModule] });
  });
  afterAll(() => application.close());

  const send = (path: string, init: RequestInit & { token?: string | null } = {}): Promise<Response> => {
    const { token = application.token, headers, ...rest } = init;
    const own = { ...(headers as Record<string, string> | undefined), ...(token && { 'X-API-KEY': token }) };
    return fetch(application.url + path, { ...rest, headers: own });
  };
  const statusOf = async (path: string, init?: Parameters<typeof send>[1]): Promise<number> => {
    const response = await send(path, init);
    await response.arrayBuffer();
    return response.status;
  };
  const json = { 'Content-Type': 'application/json' };

  it('a controller that says nothing of tokens needs one, to read or to write', async () => {
    expect(await statusOf('/skills', { token: null })).toBe(401);
    const reader = await application.organization('Reader', 'read');
    const people = await application.organization('People', 'people:read');
    expect(await statusOf('/skills', { token: reader.token })).toBe(200);
    expect(await statusOf('/skills', { token: people.token })).toBe(403);
    const create = { method: 'POST', headers: json, body: '{"a":1}' };
    expect(await statusOf('/skills', { ...create, token: reader.token })).toBe(403);
    expect(await statusOf('/skills', create)).toBe(201);
    expect(await (await send('/skills/mine')).json()).toEqual({ organizationId: application.organizationId });
  });

  it('@RequireScope of a controller holds for each route that has none of its own', async () => {
    const reader = await application.organization('Reader of secrets', 'read');
    expect(await statusOf('/secrets', { token: reader.token })).toBe(403);
    expect(await statusOf('/secrets')).toBe(200);
    const ofPeople = await application.organization('Reader of people', 'people:read');
    expect(await statusOf('/secrets/people', { token: ofPeople.token })).toBe(200);
    expect(await statusOf('/secrets', { token: ofPeople.token })).toBe(403);
  });

  it('every decorator of Nest for a method makes a path that is known', async () => {
    expect(await statusOf('/secrets/found', { method: 'SEARCH' })).toBe(200);
    const refused = await send('/secrets/found');
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'SEARCH']);
    for (const method of ['GET', 'PUT', 'DELETE'])
      expect(await statusOf('/secrets/any', { method })).toBe(200);
  });

  it('@RequireScope says another scope than that of the method', async () => {
    const people = await application.organization('People only', 'people:read');
    const time = await application.organization('Time only', 'time:write');
    expect(await (await send('/skills/of-people', { token: people.token })).json()).toEqual(['Ada']);
    const refused = await send('/skills/of-people', { token: time.token });
    expect([refused.status, await refused.json()]).toEqual([
      403,
      expect.objectContaining({ detail: 'The access token lacks the scope "people:read".' }),
    ]);
  });

  it('a middleware reads a body of a type that the program does not know', async () => {
    const text = { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: 'Java and Go' };
    const read = await send('/skills/words', text);
    expect([read.status, await read.json()]).toEqual([201, { words: 3 }]);
    expect(await statusOf('/skills', text)).toBe(415);
  });

  it('the body is read only when everything else that can be refused has been', async () => {
    const reader = await application.organization('Reader of bodies', 'read');
    for (const [token, status] of [
      ['wrong', 401],
      [reader.token, 403],
    ] as const) {
      const answered = await new Promise<number | undefined>((resolve, reject) => {
        const headers = { ...json, 'X-API-KEY': token, 'Content-Length': '1000' };
        const sent = httpRequest(`${application.url}/skills`, { method: 'POST', headers }, (response) => {
          resolve(response.statusCode);
          sent.destroy();
        });
        sent.on('error', reject);
        sent.write('{"but the rest":');
      });
      expect(answered).toBe(status);
    }
  });

  it('@Version gives a route its own prefix, below which nothing is told without a token', async () => {
    expect(await (await send('/v2/skills/levels')).json()).toEqual(['two']);
    expect(await statusOf('/v2/skills/nothing')).toBe(404);
    expect(await statusOf('/v2/skills/nothing', { token: null })).toBe(401);
    expect(await statusOf('/favicon.ico', { token: null })).toBe(404);
  });

  it('another method is refused with those of all routes that match the path', async () => {
    const refused = await send('/skills/mine', { method: 'DELETE' });
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, PUT']);
    expect(await statusOf('/skills/mine', { method: 'DELETE', token: null })).toBe(401);
    expect(await statusOf('/callbacks/payments', { token: null })).toBe(405);
    expect(await statusOf('/skills/%FF')).toBe(400);
    expect(await statusOf('/skills/%FF', { token: null })).toBe(401);
  });

  it('@Public() lets everybody in, and rawBody is what was signed', async () => {
    const body = '{ "amount": "1.00" }';
    const sign = (secret: string) => createHmac('sha256', secret).update(body).digest('hex');
    const call = (signature: string, token: string | null = null) =>
      send('/callbacks/payments', {
        method: 'POST',
        token,
        headers: { ...json, 'X-Signature': signature },
        body,
      });
    expect(await (await call(sign(SECRET))).json()).toEqual({ amount: '1.00' });
    expect((await call(sign(SECRET), 'of another system')).status).toBe(201);
    expect((await call(sign('guessed'))).status).toBe(403);
    expect(await (await send('/callbacks/open', { token: null })).text()).toBe('open');
  });

  it('uploads and other types reach the route that takes them, and no other', async () => {
    const form = new FormData();
    form.append('file', new Blob(['x'.repeat(1000)]), 'a.txt');
    const uploaded = await send('/skills/upload', { method: 'POST', body: form });
    expect([uploaded.status, await uploaded.json()]).toEqual([201, { bytes: 1000 }]);
    expect(await statusOf('/skills', { method: 'POST', body: form })).toBe(415);
    const csv = { method: 'POST', headers: { 'Content-Type': 'text/csv' }, body: 'a\nb\nc' };
    expect(await (await send('/skills/csv', csv)).json()).toEqual({ lines: 3 });
    expect(await statusOf('/skills', csv)).toBe(415);
  });

  it('a guard of a module knows who calls', async () => {
    expect(await statusOf('/skills/guarded/open')).toBe(200);
    expect(await statusOf('/skills/guarded/closed')).toBe(403);
    expect(await statusOf('/skills/guarded/closed', { token: null })).toBe(401);
  });

  it('a PATCH that creates needs the scope of the route that creates, and asks the guards about that', async () => {
    const { token } = await application.organization('Writer of kites', 'write');
    const asked = { 'X-Please': 'yes', 'X-Bell': 'yes' };
    const kinds = [
      { token, headers: asked },
      { headers: { 'X-Bell': 'yes' } },
      { headers: { 'X-Please': 'yes' } },
      { headers: asked },
    ];
    const [lacking, ...others] = await Promise.all(
      kinds.map(async ({ headers, ...rest }, index) => {
        const kite = { ...rest, headers: { ...json, ...headers }, body: '{"name":"Red"}' };
        const posted = await send('/kites', { ...kite, method: 'POST' });
        const patched = await send(`/kites/crm:hub:${index}`, { ...kite, method: 'PATCH' });
        expect(patched.status).toBe(posted.status);
        return { status: patched.status, body: (await patched.json()) as { code?: string } };
      }),
    );
    expect(lacking).toMatchObject({ status: 403, body: { code: 'token.scope_missing' } });
    expect(others.map(({ status }) => status)).toEqual([403, 403, 201]);
    const { id } = await application.api.create<{ id: string }>('/v1/departments', aDepartment());
    const change = { method: 'PATCH', headers: json, body: '{"name":"Red"}' };
    expect(await statusOf(`/kites/${id}`, change)).toBe(200);
  });

  it('the description of the API can still be read', async () => {
    const described = (await (await send('/openapi.json', { token: null })).json()) as {
      paths: Record<string, { patch?: { description: string } }>;
    };
    expect(described.paths['/kites/{id}']?.patch?.description).toContain(
      'Creation needs the scope `admin` too.',
    );
    expect(Object.keys(described.paths)).toEqual(
      expect.arrayContaining(['/v1/clients', '/v2/skills/levels']),
    );
  });
});
