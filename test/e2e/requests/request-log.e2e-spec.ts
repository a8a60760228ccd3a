import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../../src/platform/values/index.js';
import { Program } from '../../support/programs/program.js';
import { createTestApplication, type TestApplication } from '../../support/application/test-application.js';
import { until } from '../../../src/testing/until.js';

interface Line {
  readonly reqId: string;
  readonly msg: string;
  readonly req: { readonly method: string; readonly path: string };
  readonly res: { readonly status: number };
  readonly [member: string]: unknown;
}

const CLIENT = '198.51.100.7';

describe('the log of requests', () => {
  let application: TestApplication;
  let program: Program;
  let url: string;
  let sender: { organizationId: string; userId: string; tokenId: string };

  beforeAll(async () => {
    application = await createTestApplication();
    const { body } = await application.api.get<Record<string, string>>('/v1/me');
    const { organization_id: organizationId = '', user_id: userId = '', token_id: tokenId = '' } = body;
    sender = { organizationId, userId, tokenId };
    program = new Program(['dist/main.js', '--api-only'], {
      DATABASE_URL: application.databaseUrl,
      LOG_LEVEL: 'info',
      TRUST_PROXY: '1',
      RATE_LIMIT_REQUESTS: '40',
    });
    url = await program.address();
  });
  afterAll(async () => {
    await program.kill('SIGTERM');
    await application.close();
  });

  const linesOf = (reqId: string): Line[] =>
    program.output
      .split('\n')
      .filter((line) => line.includes(reqId))
      .map((line) => JSON.parse(line) as Line);

  /** @returns the lines of the request, the last of which tells its end */
  const send = async (
    method: string,
    path: string,
    {
      token = application.token,
      address = CLIENT,
      body,
    }: { token?: string; address?: string; body?: object } = {},
  ): Promise<Line[]> => {
    const reqId = newId();
    const response = await fetch(url + path, {
      method,
      headers: {
        'X-API-KEY': token,
        'X-Request-Id': reqId,
        'X-Forwarded-For': address,
        'Content-Type': 'application/json',
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    await response.arrayBuffer();
    await until('the line is written', () => linesOf(reqId).some(({ res }) => Boolean(res)));
    return linesOf(reqId);
  };

  it('names organization, user, token and address by their ids, and neither name nor e-mail address', async () => {
    const [line, ...others] = await send('GET', '/v1/me?terms=secret');
    expect(others).toEqual([]);
    expect(line).toMatchObject({ ...sender, address: CLIENT, req: { method: 'GET', path: '/v1/me' } });
    expect(JSON.stringify(line)).not.toMatch(/secret|admin@|Test organization/);
  });

  it('names them in every line that a request causes, also where it fails inside', async () => {
    await application.database.query('ALTER TABLE clients ADD CONSTRAINT no_more CHECK (false) NOT VALID');
    const lines = await send('POST', '/v1/clients', { body: { name: 'Northwind' } });
    await application.database.query('ALTER TABLE clients DROP CONSTRAINT no_more');
    expect(lines.map(({ msg }) => msg)).toEqual(['A request failed inside', 'request errored']);
    for (const line of lines) expect(line).toMatchObject({ ...sender, address: CLIENT });
    expect(lines[0]).toMatchObject({ err: { code: '23514', constraint: 'no_more', table: 'clients' } });
  });

  it.each([
    ['ends', 'destroy'],
    ['resets', 'resetAndDestroy'],
  ] as const)('tells in one line, of no failure, of a client that %s an upload', async (_ends, close) => {
    const reqId = newId();
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    const head = [
      'POST /v1/clients HTTP/1.1',
      'Host: api',
      `X-API-KEY: ${application.token}`,
      `X-Request-Id: ${reqId}`,
      'Content-Type: application/json',
      'Content-Length: 1000',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n{"name":"N`);
    await pause(200);
    socket[close]();
    await until('the line is written', () => linesOf(reqId).some(({ res }) => Boolean(res)));
    await send('GET', '/v1/me');
    expect(linesOf(reqId)).toEqual([expect.objectContaining({ level: 30 })]);
  });

  it('names the address of a refused request, and the token where it is known: one that is revoked, or has used up its limit', async () => {
    const [unknown] = await send('GET', '/v1/tags', { token: 'nobody' });
    expect(unknown).toMatchObject({ address: CLIENT, res: { status: 401 } });
    expect(unknown).not.toHaveProperty('tokenId');

    const { id, token, user_id } = await application.api.create<{
      id: string;
      token: string;
      user_id: string;
    }>('/v1/access-tokens', { name: 'Gone', scopes: ['read'], email_address: 'gone@example.com' });
    await application.api.delete(`/v1/access-tokens/${id}`);
    const [revoked] = await send('GET', '/v1/tags', { token });
    const { organizationId } = sender;
    expect(revoked).toMatchObject({ organizationId, userId: user_id, tokenId: id, address: CLIENT });
    expect(revoked?.res.status).toBe(401);

    let last: Line | undefined;
    for (let count = 0; count < 60 && last?.res.status !== 429; count += 1)
      [last] = await send('GET', '/v1/me');
    expect(last).toMatchObject({ ...sender, address: CLIENT, res: { status: 429 } });
  });

  it('shows of a path the words of routes and ids, and stars for everything else', async () => {
    const id = newId();
    const paths = {
      [`/v1/clients/${id}`]: `/v1/clients/${id}`,
      '/v1/people/ada@example.com': '/v1/people/*',
      '/v1/projects/Secret/merge': '/v1/projects/*/merge',
      '/v1/ada': '/v1/*',
      '/ada/lovelace': '/*/*',
      [`/${'a/'.repeat(50)}`]: `/${'*/'.repeat(10)}*`,
    };
    for (const [path, logged] of Object.entries(paths)) {
      const [line] = await send('GET', path);
      expect(line?.req.path).toBe(logged);
    }
  });

  it('tells an address only where the proxy sent one, without its mapping to IPv6', async () => {
    const [none] = await send('GET', '/v1/me', { address: 'ada@example.com' });
    expect(none).not.toHaveProperty('address');
    const [mapped] = await send('GET', '/v1/me', { address: '::ffff:192.0.2.1' });
    expect(mapped?.address).toBe('192.0.2.1');
  });
});
