import { once } from 'node:events';
import { connect } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { UNUSED_ID } from '../../support/requests/refusals.js';
import { shareTestApplication } from '../../support/application/shared-application.js';
import type { TestApplication } from '../../support/application/test-application.js';

interface Answer {
  readonly status: number;
  readonly body: { errors?: Record<string, string[]>; code: string; detail?: string };
}

const PLANNED_TIME = `/v1/projects/${UNUSED_ID}/offerings/${UNUSED_ID}/roles/${UNUSED_ID}/planned-time`;

describe('a body', () => {
  let application: TestApplication;

  beforeAll(async () => {
    application = await shareTestApplication();
  });
  afterAll(() => application.close());

  const send = async (path: string, sent: string | Buffer, encoding?: string): Promise<Answer> => {
    const response = await fetch(application.url + path, {
      method: 'POST',
      headers: {
        'X-API-KEY': application.token,
        'Content-Type': 'application/json',
        ...(encoding !== undefined && { 'Content-Encoding': encoding }),
      },
      body: Buffer.from(sent) as Uint8Array<ArrayBuffer>,
    });
    return { status: response.status, body: (await response.json()) as Answer['body'] };
  };

  const refusalOf = async (path: string, sent: string | Buffer, encoding?: string) => {
    const { status, body } = await send(path, sent, encoding);
    return [status, body.errors];
  };

  const largestPipeline = (name: string) => {
    const identifiers = (stage: number) =>
      Array.from({ length: 20 }, (_, index) => ({ system: 'crm', identifier: `${name}-${stage}-${index}` }));
    const stages = Array.from({ length: 100 }, (_, index) => ({
      name: `Stage ${index}`,
      crm_identifiers: identifiers(index),
    }));
    return JSON.stringify({ name, crm_identifiers: identifiers(100), stages });
  };

  it('as large as its lists allow is read, plain and compressed', async () => {
    const answers = [
      await send('/v1/pipelines', largestPipeline('Plain')),
      await send('/v1/pipelines', gzipSync(largestPipeline('gzip')), 'gzip'),
      await send('/v1/pipelines', deflateSync(largestPipeline('deflate')), 'Deflate'),
      await send('/v1/pipelines', brotliCompressSync(largestPipeline('br')), 'br'),
      await send('/v1/tags', '{"name":"Identity"}', 'identity'),
      await send('/v1/tags', '\ufeff{"name":"Byte order mark"}'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201]);
  });

  it('with more than any operation takes is refused with 400 that names the place and the limit', async () => {
    const many = (text: string, count: number) => Array<string>(count).fill(text).join(',');
    const names = Array.from({ length: 80_000 }, (_, index) => `"k${index}":0`).join(',');
    const items = ['must have at most 1000 items'];
    const members = ['must have at most 200 members'];
    for (const [path, sent, errors] of [
      [PLANNED_TIME, `[${many('{}', 340_000)}]`, { body: items }],
      ['/v1/clients', `{${names}}`, { body: members }],
      ['/v1/projects', `{"name":"x","metadata":{${names}}}`, { metadata: members }],
      [
        '/v1/pipelines',
        `{"stages":[{},{"crm_identifiers":[${many('[]', 2000)}]}]}`,
        { 'stages[1].crm_identifiers': items },
      ],
      [PLANNED_TIME, `[{"hours":{${names}}}]`, { '[0].hours': members }],
      [
        '/v1/tags',
        `[${many(`[${many('0', 999)}]`, 30)}]`,
        { body: ['must have at most 20000 members and items in all'] },
      ],
      [
        '/v1/tags',
        `{"a":${'['.repeat(500)}`,
        { [`a${'[0]'.repeat(19)}`]: ['must not be nested deeper than 20 levels'] },
      ],
    ] as const) {
      expect([path, ...(await refusalOf(path, sent))]).toEqual([path, 400, errors]);
    }
  });

  it('with a list that is too long for its member is refused for that alone', async () => {
    const list = Array<object>(101).fill({ nothing: 'right' });
    expect(await refusalOf(PLANNED_TIME, JSON.stringify(list))).toEqual([
      400,
      { body: ['must be a list of 1 to 100 items'] },
    ]);
  });

  it('with more than a hundred faults is refused with the first hundred', async () => {
    const list = Array.from({ length: 100 }, () => ({ plan_date: 'never', hours: 'many', note: '' }));
    const unknown = Object.fromEntries(list.map((_, index) => [`unknown${index}${'x'.repeat(900)}`, 0]));
    for (const [path, sent] of [
      [PLANNED_TIME, list],
      ['/v1/tags', { ...unknown, name: 1, another: 1 }],
    ] as const) {
      const { status, body } = await send(path, JSON.stringify(sent));
      expect([status, Object.values(body.errors ?? {}).flat().length]).toEqual([400, 100]);
      expect(JSON.stringify(body).length).toBeLessThan(65_536);
    }
  });

  it('where none is read is refused in the same way', async () => {
    const unknown = Array.from({ length: 150 }, (_, index) => [`unknown${index}`, 0]);
    const path = `/v1/projects/${UNUSED_ID}/merge/${UNUSED_ID}`;
    const { status, body } = await send(path, JSON.stringify(Object.fromEntries(unknown)));
    expect([status, Object.keys(body.errors ?? {}).length]).toEqual([400, 100]);
  });

  it('that inflates to far more than it was is refused with 400, and to more than 1 MiB with 413 request.too_large', async () => {
    const text = `[${'{},'.repeat(340_000)}{}]`;
    const bomb = [400, { body: ['must not inflate to more than 250 times its compressed size'] }];
    expect(await refusalOf(PLANNED_TIME, gzipSync(text), 'gzip')).toEqual(bomb);
    expect(await refusalOf(PLANNED_TIME, deflateSync(text), 'deflate')).toEqual(bomb);
    expect(await refusalOf(PLANNED_TIME, brotliCompressSync(text), 'br')).toEqual(bomb);
    const random = Array.from({ length: 60_000 }, () => `"${Math.random()}"`).join(',');
    const { status, body } = await send(PLANNED_TIME, gzipSync(random), 'gzip');
    expect([status, body.code]).toEqual([413, 'request.too_large']);
  });

  it('that is not what Content-Encoding says is refused with 400, in several encodings with 415 request.unsupported_encoding', async () => {
    const sent = gzipSync('{"name":"x"}');
    const fault = [400, { body: ['must be one whole gzip stream, as the header Content-Encoding says'] }];
    expect(await refusalOf('/v1/tags', '{"name":"x"}', 'gzip')).toEqual(fault);
    expect(await refusalOf('/v1/tags', sent.subarray(0, -1), 'gzip')).toEqual(fault);
    expect(await refusalOf('/v1/tags', Buffer.concat([sent, Buffer.from('{}')]), 'gzip')).toEqual(fault);
    expect(await refusalOf('/v1/tags', gzipSync(''), 'gzip')).toEqual([
      400,
      { body: ['must be well-formed JSON'] },
    ]);
    for (const encoding of ['gzip, gzip', 'br, gzip', 'gzip;q=1', 'x'.repeat(5000)]) {
      const { status, body } = await send('/v1/tags', gzipSync(sent), encoding);
      expect([status, body.code]).toEqual([415, 'request.unsupported_encoding']);
    }
  });

  it('in ten thousand pieces is refused with 400, and the connection closed', async () => {
    const { hostname, port } = new URL(application.url);
    const socket = connect(Number(port), hostname);
    let answer = '';
    socket.on('data', (data) => (answer += String(data))).on('error', () => undefined);
    socket.write(
      `POST /v1/tags HTTP/1.1\r\nHost: api\r\nX-API-KEY: ${application.token}\r\n` +
        `Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\n \r\n'.repeat(10_000)}`,
    );
    await once(socket, 'close');
    expect(answer).toContain('must arrive in fewer than 10000 chunks');
    expect(answer).toMatch(/^HTTP\/1\.1 400 .*Connection: close/s);
  });

  it('with names that every object has is refused with 400, also in metadata', async () => {
    for (const name of ['__proto__', 'constructor', 'toString']) {
      const sent = `{"name":"x","metadata":{"${name}":"y"},"${name}":{}}`;
      const [status, errors] = await refusalOf('/v1/projects', sent);
      expect([status, Object.keys(errors ?? {}).sort()]).toEqual([400, [name, `metadata.${name}`].sort()]);
    }
  });

  it('that names many unknown tags is refused with 422 tag.not_usable that names ten of them', async () => {
    const tags = Array.from(
      { length: 100 },
      (_, index) => `${String(index).padStart(3, '0')}${'\u0001'.repeat(252)}`,
    );
    const { status, body } = await send(
      '/v1/people',
      JSON.stringify({ email_address: 'a@example.com', tags }),
    );
    expect([status, body.code]).toEqual([422, 'tag.not_usable']);
    expect(body.detail).toMatch(/"009\u0001+" and 90 more, or it is archived/);
  });
});

describe('a query string', () => {
  let application: TestApplication;

  beforeAll(async () => {
    application = await shareTestApplication();
  });
  afterAll(() => application.close());

  const errorsOf = async (path: string) => {
    const { status, body } = await application.api.get<{ errors: Record<string, string[]> }>(path);
    return [status, Object.entries(body.errors)] as const;
  };

  it('of more parameters than are read is refused with 400, also where there are none', async () => {
    const fault = [['query', ['must have at most 200 parameters']]];
    for (const path of ['/v1/tags', '/v1/me', `/v1/tags/${UNUSED_ID}`]) {
      expect(await errorsOf(`${path}?${'status=x&'.repeat(200)}`)).toEqual([400, fault]);
    }
  });

  it('with unknown parameters is refused with 400 that names a hundred of them', async () => {
    const unknown = Array.from({ length: 150 }, (_, index) => `unknown${index}=1`).join('&');
    for (const path of ['/v1/tags', '/v1/me']) {
      const [status, errors] = await errorsOf(`${path}?${unknown}`);
      expect([status, errors.length]).toEqual([400, 100]);
    }
  });
});
