import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { QueryFailedError } from 'typeorm';
import { ApplicationLogger } from './application-logger.js';
import { attributeRequest, currentRequest } from './current-request.js';
import { rootLogger, type LogOutput } from './root-logger.js';

const VALUE = 'Lovelace';
const ID = '0193c1a4-6f0e-7b7a-9a52-0d6a6f1c2b10';

const failure = () =>
  new QueryFailedError('SELECT $1', [VALUE], Object.assign(new Error(`"${VALUE}"`), { detail: VALUE }));

describe('every line of the log', () => {
  let lines: Record<string, unknown>[] = [];
  const root = rootLogger('trace', { write: (line) => void lines.push(JSON.parse(line) as never) });
  const application = new ApplicationLogger(root);
  const logger = new Logger('Test');
  Logger.overrideLogger(application);

  beforeEach(() => {
    lines = [];
  });
  afterAll(() => Logger.overrideLogger(true));

  it.each<[string, () => void]>([
    ['an error alone', () => logger.error(failure())],
    ['an error with a message', () => logger.error({ err: failure() }, 'It failed')],
    ['an error under another name', () => logger.warn({ fault: failure() }, 'It failed')],
    ['errors deep inside', () => logger.log({ results: [{ reason: failure() }] }, 'It failed')],
    ['a cause', () => logger.fatal({ err: new Error('outer', { cause: failure() }) }, 'It failed')],
    ['a message and a stack', () => logger.error(`It failed: "${VALUE}"`, failure().stack)],
    ['an error as a value of the message', () => root.error({}, 'It failed: %s', failure())],
    ['an error to pino itself', () => root.error(failure())],
    [
      'what is not an error',
      () => logger.error({ err: { message: VALUE, parameters: [VALUE] } }, 'It failed'),
    ],
    ['text under any name', () => logger.debug({ name: VALUE, body: { notes: [VALUE] } }, 'It failed')],
    ['objects of any class', () => logger.verbose({ map: new Map([[VALUE, VALUE]]) }, 'It failed')],
    ['a text as id', () => logger.log({ personId: `${VALUE} <a@example.com>` }, 'It failed')],
    ['a text in the place of the context', () => application.error('It failed', `${VALUE} Ltd`)],
    ['a message with an address', () => logger.log(`It failed for ${VALUE}@example.com`)],
  ])('tells no value: %s', (_what, write) => {
    write();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toHaveProperty('msg');
    expect(JSON.stringify(lines)).not.toContain(VALUE);
  });

  it('tells ids, numbers, words of the program and where it comes from', () => {
    logger.warn({ organizationId: ID, subscriber_ids: [ID], count: 3, topic: 'a.b', at: null }, 'Slow');
    expect(lines).toEqual([
      expect.objectContaining({
        level: 40,
        msg: 'Slow',
        context: 'Test',
        organizationId: ID,
        subscriber_ids: [ID],
        count: 3,
        topic: 'a.b',
        at: null,
      }),
    ]);
  });

  it('tells within a request who sends it, as soon as that is known', () => {
    const trace = { reqId: 'r1', address: '192.0.2.1' };
    currentRequest.run(trace, () => {
      logger.log('before');
      attributeRequest({ organizationId: 'o1', userId: 'u1', tokenId: 't1' });
      logger.log('after');
    });
    logger.log('outside');
    const who = { organizationId: 'o1', userId: 'u1', tokenId: 't1' };
    expect(lines[0]).toMatchObject({ reqId: 'r1', address: '192.0.2.1' });
    expect(lines[0]).not.toHaveProperty('userId');
    expect(lines[1]).toMatchObject({ reqId: 'r1', address: '192.0.2.1', ...who });
    expect(lines[2]).not.toHaveProperty('reqId');
  });
});

(existsSync('/dev/full') ? it : it.skip)('a log on a full disk goes on as soon as there is room', () => {
  const folder = mkdtempSync(join(tmpdir(), 'planning-log-'));
  const full = openSync('/dev/full', 'w');
  const log = rootLogger('info', full as LogOutput);
  log.info('lost');
  log.fatal('lost too');
  closeSync(full);
  const file = openSync(join(folder, 'log'), 'w');
  expect(file).toBe(full);
  log.info('there is room');
  closeSync(file);
  expect(readFileSync(join(folder, 'log'), 'utf8')).toMatch(/^\{.*"msg":"there is room"\}\n$/);
  rmSync(folder, { recursive: true });
});
