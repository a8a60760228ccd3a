import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  BadRequestException,
  Catch,
  ConflictException,
  Controller,
  ForbiddenException,
  Get,
  GoneException,
  HttpException,
  ImATeapotException,
  Injectable,
  Module,
  NotFoundException,
  NotImplementedException,
  Post,
  ServiceUnavailableException,
  UnauthorizedException,
  UnprocessableEntityException,
  UseGuards,
  type ArgumentsHost,
  type CanActivate,
  type ExceptionFilter,
} from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import type { Response } from 'express';
import { declareConstraintErrors } from '../../src/platform/database/index.js';
import { conflict, refusal, unavailable } from '../../src/platform/errors/index.js';
import { RequireScope } from '../../src/platform/http/index.js';
import { createTestApplication, type TestApplication } from '../support/application/test-application.js';
import { createTables, skillEntities, SkillService } from './skills.js';

const exceptions: Readonly<Record<string, () => HttpException>> = {
  'bad-request': () => new BadRequestException('That is no skill.'),
  listed: () => new BadRequestException(['name should not be empty', 'level must be a number']),
  unauthorized: () => new UnauthorizedException('Who are you?'),
  forbidden: () => new ForbiddenException('Not yours.'),
  'not-found': () => new NotFoundException('No such skill.'),
  conflict: () => new ConflictException('There is one already.'),
  gone: () => new GoneException('It was deleted.'),
  teapot: () => new ImATeapotException('Short and stout.'),
  unprocessable: () => new UnprocessableEntityException({ code: 'skill.unknown', message: 'No such skill.' }),
  coded: () => new ConflictException('There is one already.', { errorCode: 'skill.name_in_use' }),
  silent: () => new NotFoundException(),
  unavailable: () => new ServiceUnavailableException('Come back later.'),
  'not-implemented': () => new NotImplementedException('Not yet.'),
};

const locked = refusal(423, 'skill.locked', (name: string) => `${name} is being assessed.`, 'TypeScript');
const registryAway = unavailable('skill.registry_away', 7, 'The registry of skills is away.');
const nameInUse = conflict('skill.name_in_use', 'A skill of this name exists already.');
declareConstraintErrors({ idiom_skills_name_key: nameInUse });

class TooLong extends Error {}

@Injectable()
class NobodyGuard implements CanActivate {
  canActivate(): boolean {
    return false;
  }
}

@Controller('v1/idioms')
class IdiomsController {
  constructor(private readonly skills: SkillService) {}

  @Get('guarded')
  @RequireScope('none')
  @UseGuards(NobodyGuard)
  guarded(): string {
    return 'never';
  }

  @Get('locked')
  @RequireScope('none')
  locked(): never {
    throw locked('TypeScript');
  }

  @Get('away')
  @RequireScope('none')
  away(): never {
    throw registryAway(new Error('connect ECONNREFUSED'));
  }

  @Get('too-long')
  @RequireScope('none')
  tooLong(): never {
    throw new TooLong();
  }

  @Get('broken')
  @RequireScope('none')
  broken(): never {
    throw new Error('a secret of ours');
  }

  @Post('skills')
  @RequireScope('none')
  create(): Promise<unknown> {
    return this.skills.save('TypeScript');
  }
}

// One route for each exception.
for (const [name, make] of Object.entries(exceptions)) {
  const handler = (): never => {
    throw make();
  };
  Object.defineProperty(IdiomsController.prototype, name, {
    value: handler,
    configurable: true,
    writable: true,
  });
  const descriptor = Object.getOwnPropertyDescriptor(IdiomsController.prototype, name) ?? {};
  Get(`exceptions/${name}`)(IdiomsController.prototype, name, descriptor);
  RequireScope('none')(IdiomsController.prototype, name, descriptor);
}

@Catch(TooLong)
class TooLongFilter implements ExceptionFilter {
  catch(_error: TooLong, host: ArgumentsHost): void {
    host.switchToHttp().getResponse<Response>().status(414).json({ by: 'a filter of a module' });
  }
}

@Module({
  imports: [skillEntities],
  controllers: [IdiomsController],
  providers: [SkillService, { provide: APP_FILTER, useClass: TooLongFilter }],
})
class IdiomsModule {}

describe('exceptions as Nest developers throw them', () => {
  let application: TestApplication;

  beforeAll(async () => {
    application = await createTestApplication({ modules: [IdiomsModule] });
    await application.database.query(createTables);
  });
  afterAll(() => application.close());

  const ask = async (
    path: string,
    method = 'GET',
  ): Promise<{ status: number; body: Record<string, unknown>; headers: Headers }> => {
    const response = await fetch(`${application.url}/v1/idioms/${path}`, {
      method,
      headers: { 'X-API-KEY': application.token },
    });
    const body = (await response.json()) as Record<string, unknown>;
    return { status: response.status, body, headers: response.headers };
  };

  it.each([
    ['unauthorized', 401, 'request.unauthorized', 'Who are you?'],
    ['forbidden', 403, 'request.forbidden', 'Not yours.'],
    ['not-found', 404, 'request.not_found', 'No such skill.'],
    ['conflict', 409, 'request.conflict', 'There is one already.'],
    ['gone', 410, 'request.gone', 'It was deleted.'],
    ['teapot', 418, 'request.i_m_a_teapot', 'Short and stout.'],
    ['unprocessable', 422, 'skill.unknown', 'No such skill.'],
    ['coded', 409, 'skill.name_in_use', 'There is one already.'],
    ['silent', 404, 'request.not_found', 'Not Found'],
    ['unavailable', 503, 'server.service_unavailable', 'Come back later.'],
    ['not-implemented', 501, 'server.not_implemented', 'Not yet.'],
  ])('%s keeps its status and its message', async (name, status, code, detail) => {
    const answer = await ask(`exceptions/${name}`);
    expect(answer).toMatchObject({
      status,
      body: {
        type: expect.stringMatching(
          /^(https:\/\/www\.rfc-editor\.org\/rfc\/rfc9110#section-15\.\d\.\d+|about:blank)$/,
        ),
        title: expect.any(String),
        status,
        detail,
        code,
        request_id: expect.any(String),
      },
    });
  });

  it('those of a wrong request list what is wrong', async () => {
    expect(await ask('exceptions/bad-request')).toMatchObject({
      status: 400,
      body: { errors: { request: ['That is no skill.'] }, code: 'request.bad_request' },
    });
    expect(await ask('exceptions/listed')).toMatchObject({
      status: 400,
      body: { errors: { request: ['name should not be empty', 'level must be a number'] } },
    });
  });

  it('a guard that says no refuses with 403', async () => {
    expect(await ask('guarded')).toMatchObject({
      status: 403,
      body: { code: 'request.forbidden', detail: 'Forbidden resource' },
    });
  });

  it('a refusal can have any status from 400 to 499, and no other', async () => {
    expect(await ask('locked')).toMatchObject({
      status: 423,
      body: { code: 'skill.locked', detail: 'TypeScript is being assessed.' },
    });
    expect(() => refusal(503, 'skill.away', 'It is away.')).toThrow('skill.away has the status 503');
  });

  it('unavailable() refuses with 503, says when to come again, and has a line in the log, as an exception from 500 on', async () => {
    const lines: unknown[][] = [];
    const take = (...words: unknown[]) => void lines.push(words);
    application.app.useLogger({ log: take, warn: take, error: take });
    const { status, body, headers } = await ask('away');
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'skill.registry_away', '7']);
    expect(JSON.stringify(body)).not.toContain('ECONNREFUSED');
    const err = new Error('connect ECONNREFUSED');
    const requestId = body.request_id;
    expect(lines).toEqual([[{ err, requestId }, 'Refused with skill.registry_away', 'ErrorFilter']]);
    await ask('exceptions/not-implemented');
    await ask('exceptions/gone');
    expect(lines.slice(1)).toEqual([
      [expect.objectContaining({ err: expect.any(Error) }), 'A request failed inside', 'ErrorFilter'],
    ]);
    application.app.useLogger(false);
  });

  it('a filter that a module binds comes before ours', async () => {
    expect(await ask('too-long')).toMatchObject({ status: 414, body: { by: 'a filter of a module' } });
  });

  it('what nobody meant tells nothing of us', async () => {
    const { status, body } = await ask('broken');
    expect([status, body.code]).toEqual([500, 'server.failed']);
    expect(JSON.stringify(body)).not.toContain('secret');
  });

  it('a violated constraint is the refusal that is declared for it, without a unit of work too', async () => {
    expect((await ask('skills', 'POST')).status).toBe(201);
    expect(await ask('skills', 'POST')).toMatchObject({
      status: 409,
      body: { code: 'skill.name_in_use', detail: 'A skill of this name exists already.' },
    });
  });

  it('what no route answers is refused as before', async () => {
    expect(await ask('nothing')).toMatchObject({ status: 404, body: { code: 'request.unknown_path' } });
    expect(await ask('skills', 'DELETE')).toMatchObject({
      status: 405,
      body: { code: 'request.method_not_allowed' },
    });
    expect(await ask('../clients/%FF')).toMatchObject({
      status: 400,
      body: { errors: { path: ['must be percent-encoded UTF-8'] } },
    });
  });
});
