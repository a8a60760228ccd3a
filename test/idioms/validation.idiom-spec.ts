import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  Body,
  Controller,
  Get,
  Module,
  Param,
  ParseArrayPipe,
  ParseIntPipe,
  Post,
  Query,
  Req,
  ValidationPipe,
} from '@nestjs/common';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import { Type } from 'class-transformer';
import {
  IsArray,
  IsEmail,
  IsEnum,
  IsInt,
  IsOptional,
  IsString,
  Length,
  Matches,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import type { Request } from 'express';
import { RequireScope } from '../../src/platform/http/index.js';
import { createTestApplication, type TestApplication } from '../support/application/test-application.js';

enum Level {
  Beginner = 'beginner',
  Expert = 'expert',
}

class Address {
  @IsString()
  city!: string;
}

class SkillRequest {
  @Length(2, 20)
  name!: string;

  @IsEmail()
  @IsOptional()
  teacher?: string;

  @IsInt()
  @Min(1)
  @Max(5)
  @IsOptional()
  level?: number;

  @IsEnum(Level)
  @IsOptional()
  grade?: Level;

  @IsString({ each: true })
  @IsArray()
  @IsOptional()
  tags?: string[];

  @Matches(/^[A-Z]{2}$/, { message: 'two capital letters, please' })
  @IsOptional()
  country?: string;

  @ValidateNested()
  @Type(() => Address)
  @IsOptional()
  address?: Address;
}

class Page {
  @Type(() => Number)
  @IsInt()
  page!: number;
}

/** Without any decorator. */
class Plain {
  anything?: string;
}

const nameSchema: StandardSchemaV1<unknown, { name: string }> = {
  '~standard': {
    version: 1,
    vendor: 'this test',
    validate: (value) => {
      const { name, levels } = (value ?? {}) as { name?: unknown; levels?: unknown[] };
      const issues = [
        ...(typeof name === 'string' ? [] : [{ message: 'must be a text', path: ['name'] }]),
        ...(levels?.[0] === 0 ? [{ message: 'must not be 0', path: ['levels', { key: 0 }] }] : []),
        ...(Array.isArray(value) ? [{ message: 'must be an object' }] : []),
      ];
      return issues.length > 0 ? { issues } : { value: { name: String(name).trim() } };
    },
  },
};

@Controller('v1/idioms')
class IdiomsController {
  @Post('skills')
  @RequireScope('none')
  create(@Body() skill: SkillRequest): unknown {
    return { isSkill: skill instanceof SkillRequest, skill };
  }

  @Post('address')
  @RequireScope('none')
  move(@Body('address') address: Address, @Body('name') name: string): unknown {
    return { isAddress: address instanceof Address, name };
  }

  @Post('plain')
  @RequireScope('none')
  plain(@Body() plain: Plain): unknown {
    return plain;
  }

  @Post('schema')
  @RequireScope('none')
  schema(@Body({ schema: nameSchema }) named: { name: string }): unknown {
    return named;
  }

  @Post('own-pipe')
  @RequireScope('none')
  ownPipe(@Body(new ValidationPipe({ transform: true, whitelist: true })) skill: SkillRequest): unknown {
    return { isSkill: skill instanceof SkillRequest };
  }

  @Post('list')
  @RequireScope('none')
  list(@Body(new ParseArrayPipe({ items: Address })) addresses: Address[]): unknown {
    return { count: addresses.length, areAddresses: addresses.every((one) => one instanceof Address) };
  }

  @Get('numbers/:id')
  @RequireScope('none')
  numbers(@Param('id', ParseIntPipe) id: number, @Query('n', ParseIntPipe) n: number): unknown {
    return { sum: id + n };
  }

  @Get('texts')
  @RequireScope('none')
  texts(@Query('n') n: number, @Query('text') text?: string): unknown {
    return { n, text };
  }

  @Get('pages')
  @RequireScope('none')
  pages(@Query() page: Page): unknown {
    return page;
  }

  @Get('raw')
  @RequireScope('none')
  raw(@Req() request: Request): unknown {
    return request.query;
  }

  @Get('nothing')
  @RequireScope('none')
  nothing(): unknown {
    return {};
  }
}

@Module({ controllers: [IdiomsController] })
class IdiomsModule {}

describe('validation as Nest developers write it', () => {
  let application: TestApplication;

  beforeAll(async () => {
    application = await createTestApplication({ modules: [IdiomsModule] });
  });
  afterAll(() => application.close());

  const send = async (path: string, body?: unknown): Promise<{ status: number; body: unknown }> => {
    const response = await fetch(`${application.url}/v1/idioms/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'X-API-KEY': application.token, 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };

  const errorsOf = async (path: string, body?: unknown): Promise<unknown> => {
    const answer = await send(path, body);
    expect(answer.status).toBe(400);
    return (answer.body as { errors: unknown }).errors;
  };

  it('takes what obeys the decorators of class-validator, as an instance', async () => {
    const skill = {
      name: 'TypeScript',
      teacher: 'ada@example.com',
      level: 5,
      grade: 'expert',
      tags: ['web'],
      country: 'DE',
      address: { city: 'Berlin' },
    };
    expect(await send('skills', skill)).toEqual({ status: 201, body: { isSkill: true, skill } });
  });

  it('says by member what their messages say', async () => {
    const errors = await errorsOf('skills', {
      name: 'x',
      teacher: 'nobody',
      level: 7,
      grade: 'master',
      tags: ['web', 1],
      country: 'Germany',
      address: { city: 3 },
      colour: 'blue',
    });
    expect(errors).toEqual({
      name: ['must be longer than or equal to 2 characters'],
      teacher: ['must be an email'],
      level: ['must not be greater than 5'],
      grade: ['must be one of the following values: beginner, expert'],
      tags: ['each value in tags must be a string'],
      country: ['two capital letters, please'],
      'address.city': ['must be a string'],
      colour: ['is not known here'],
    });
    expect(await errorsOf('skills', { name: 'Rust', address: 'Berlin' })).toEqual({
      address: ['must be an object'],
    });
    expect(await errorsOf('skills', [])).toEqual({ body: ['must be a JSON object'] });
  });

  it('checks a member that is taken by itself, at its place', async () => {
    expect(await send('address', { address: { city: 'Berlin' }, name: 'Ada' })).toEqual({
      status: 201,
      body: { isAddress: true, name: 'Ada' },
    });
    expect(await errorsOf('address', { address: { city: 1 } })).toEqual({
      'address.city': ['must be a string'],
    });
    expect(await errorsOf('address', { address: 'Berlin' })).toEqual({ address: ['must be a JSON object'] });
  });

  it('lets a class without rules pass', async () => {
    const plain = { anything: 'goes', and: { more: [1, 2] } };
    expect(await send('plain', plain)).toEqual({ status: 201, body: plain });
  });

  it('honours a Standard Schema', async () => {
    expect(await send('schema', { name: ' Ada ' })).toEqual({ status: 201, body: { name: 'Ada' } });
    expect(await errorsOf('schema', { levels: [0] })).toEqual({
      name: ['must be a text'],
      'levels[0]': ['must not be 0'],
    });
    expect(await errorsOf('schema', [])).toEqual({ name: ['must be a text'], body: ['must be an object'] });
  });

  it('lets pipes of Nest do their work', async () => {
    expect(await send('own-pipe', { name: 'Rust' })).toEqual({ status: 201, body: { isSkill: true } });
    expect(await send('list', [{ city: 'Berlin' }])).toEqual({
      status: 201,
      body: { count: 1, areAddresses: true },
    });
    expect(await errorsOf('list', [{ city: 1 }])).toEqual({ request: [expect.stringContaining('city')] });
    expect(await send('numbers/40?n=2')).toEqual({ status: 200, body: { sum: 42 } });
    expect(await errorsOf('numbers/40?n=two')).toEqual({
      request: ['Validation failed (numeric string is expected)'],
    });
  });

  it('gives parameters of the query one by one, as a class, or with the request', async () => {
    expect(await send('texts?n=2&text=a')).toEqual({ status: 200, body: { n: '2', text: 'a' } });
    expect(await send('texts')).toEqual({ status: 200, body: {} });
    expect(await send('pages?page=3')).toEqual({ status: 200, body: { page: 3 } });
    expect(await send('raw?any=thing')).toEqual({ status: 200, body: { any: 'thing' } });
  });

  it('refuses parameters that the route does not read', async () => {
    expect(await errorsOf('texts?n=2&m=3')).toEqual({ m: ['is not known here'] });
    expect(await errorsOf('nothing?n=2')).toEqual({ n: ['is not known here'] });
    expect(await errorsOf('pages?page=x')).toEqual({ page: ['must be an integer number'] });
  });
});
