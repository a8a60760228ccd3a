import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiClient } from '../../support/requests/api-client.js';
import { ApiDescription } from '../../support/requests/api-description.js';
import { UNUSED_ID } from '../../support/requests/refusals.js';
import { shareTestApplication } from '../../support/application/shared-application.js';
import { createTestApplication, type TestApplication } from '../../support/application/test-application.js';

/** What holds for every request, whatever it is about. */
describe('every request', () => {
  let application: TestApplication;

  beforeAll(async () => {
    application = await shareTestApplication();
  });
  afterAll(() => application.close());

  const raw = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
    application.api.send<{
      code: string;
      errors: Record<string, string[]>;
      detail: string;
      request_id: string;
    }>(method, path, body, headers);

  it('is refused with 401 token.invalid before everything else, also on unknown paths and with broken JSON', async () => {
    for (const token of [
      undefined,
      '',
      'pda_wrong',
      `${application.token}x`,
      application.token.slice(0, -1),
    ]) {
      const anonymous = new ApiClient(application.url, token);
      for (const path of ['/v1/tags', '/v1', '/v1/', '/V1/tags', '/v1/nothing/here', '/v1/tags/not-an-id']) {
        const answer = await anonymous.send<{ code: string }>('POST', path, '{broken');
        expect([path, answer.status, answer.body.code]).toEqual([path, 401, 'token.invalid']);
      }
    }
  });

  it('carries the token in X-API-KEY only: Authorization is refused with 401', async () => {
    const anonymous = new ApiClient(application.url);
    const answer = await anonymous.send('GET', '/v1/me', undefined, {
      Authorization: `Bearer ${application.token}`,
    });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('WWW-Authenticate')).toContain('X-API-KEY');
  });

  it('gets a request id, takes over a harmless one, and repeats it in the error body', async () => {
    const own = await raw('GET', '/v1/nothing', undefined, { 'X-Request-Id': 'crm-42' });
    expect([own.headers.get('X-Request-Id'), own.body.request_id]).toEqual(['crm-42', 'crm-42']);
    const made = await raw('GET', '/v1/nothing', undefined, { 'X-Request-Id': '<script>' });
    expect(made.body.request_id).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('to an unknown path is refused with 404 request.unknown_path', async () => {
    const { status, body } = await raw('GET', '/v1/nothing');
    expect([status, body.code]).toEqual([404, 'request.unknown_path']);
  });

  it('with a method that the path does not have is refused with 405 request.method_not_allowed and Allow', async () => {
    const { status, body, headers } = await raw('PUT', '/v1/tags', {});
    expect([status, body.code, headers.get('Allow')]).toEqual([
      405,
      'request.method_not_allowed',
      'GET, POST',
    ]);
  });

  it('with malformed JSON is refused with 400 under the key body', async () => {
    for (const broken of ['{', 'x', '"text"', '1', '[]', 'null']) {
      const { status, body } = await raw('POST', '/v1/tags', broken);
      expect([broken, status, Object.keys(body.errors)]).toEqual([broken, 400, ['body']]);
    }
  });

  it('with a parameter without a name is refused with 400 under the key query', async () => {
    for (const query of ['?=1', '?page=1&=', '?&=a', '?==']) {
      const { status, body } = await raw('GET', `/v1/tags${query}`, undefined);
      expect([query, status, Object.keys(body.errors)]).toEqual([query, 400, ['query']]);
    }
    expect((await raw('GET', '/v1/tags?terms=a?=b', undefined)).status).toBe(200);
  });

  it('with a body that is not JSON is refused with 415 request.unsupported_media_type', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml']) {
      const { status, body } = await raw('POST', '/v1/tags', 'name=x', { 'Content-Type': type });
      expect([status, body.code]).toEqual([415, 'request.unsupported_media_type']);
    }
  });

  it('is told the methods that its path has, and never the one it used: what is not there is 404 (request.unknown_path)', async () => {
    for (const [method, path, status, allow] of [
      ['GET', '/docs/LICENSE', 404, null],
      ['HEAD', '/docs/LICENSE', 404, null],
      ['POST', '/docs/LICENSE', 404, null],
      ['GET', '/docs/license/', 404, null],
      ['GET', '/docs/%4cICENSE', 404, null],
      ['HEAD', '/docs/%4CICENS%45', 404, null],
      ['GET', '/docs//LICENSE', 404, null],
      ['GET', '/docs/%2e/LICENSE', 404, null],
      ['GET', '/Docs/x%2f%2e%2e%2fLICENSE', 404, null],
      ['GET', '/docs/nothing.js', 404, null],
      ['GET', '/docs/%FF', 404, null],
      ['GET', '/docs/%2e%2e%2fpackage.json', 404, null],
      ['POST', '/docs', 405, 'GET'],
      ['DELETE', '/docs/swagger-ui.css', 405, 'GET'],
      ['OPTIONS', '/openapi.json', 405, 'GET'],
      ['PROPFIND', '/health/ready', 405, 'GET'],
      ['GET', '/health', 404, null],
      ['GET', '/health/live/now', 404, null],
      ['HEAD', '/v1/projects/merge', 400, null],
      ['OPTIONS', '/v1/me', 405, 'GET'],
      ['PUT', '/', 405, 'GET'],
    ] as const) {
      const answer = await fetch(application.url + path, {
        method,
        headers: { 'X-API-KEY': application.token },
      });
      const text = await answer.text();
      expect([method, path, answer.status, answer.headers.get('Allow')]).toEqual([
        method,
        path,
        status,
        allow,
      ]);
      expect(answer.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
      if (method !== 'HEAD') expect(text).not.toContain(`use ${method}`);
      if (method !== 'HEAD' && status === 404) expect(text).toContain('"code":"request.unknown_path"');
    }
    for (const path of [
      '/docs',
      '/docs/',
      '/docs/swagger-ui.css',
      '/docs/index.html',
      '/docs/swagger-ui-init.js',
    ])
      expect([path, (await fetch(application.url + path)).status]).toEqual([path, 200]);
  });

  it('under /v1 is answered with no-store, whatever the answer is', async () => {
    const { id } = await application.api.create('/v1/tags', { name: 'In no cache' });
    const limited = await createTestApplication({
      databaseUrl: application.databaseUrl,
      settings: { RATE_LIMIT_REQUESTS: '1' },
    });
    await new ApiClient(limited.url, application.token).get('/v1/me');
    const stored = [];
    for (const [url, token, method, path, body] of [
      [application.url, application.token, 'GET', '/v1/me'],
      [application.url, application.token, 'GET', '/V1/tags'],
      [application.url, application.token, 'HEAD', '/v1/tags'],
      [application.url, application.token, 'POST', '/v1/tags', '{"name":"New"}'],
      [application.url, application.token, 'DELETE', `/v1/tags/${id}`],
      [application.url, application.token, 'POST', '/v1/tags', '{'],
      [application.url, application.token, 'POST', '/v1/tags', '"'.padEnd(1_100_000)],
      [application.url, 'wrong', 'GET', '/v1/me'],
      [application.url, application.token, 'GET', '/v1'],
      [application.url, application.token, 'GET', '/v1/%FF'],
      [application.url, application.token, 'PUT', '/v1/tags', '{}'],
      [limited.url, application.token, 'GET', '/v1/me'],
    ] as const) {
      const headers = { 'X-API-KEY': token, ...(body && { 'Content-Type': 'application/json' }) };
      const answer = await fetch(url + path, { method, headers, ...(body && { body }) });
      await answer.text();
      stored.push([answer.status, answer.headers.get('Cache-Control')]);
    }
    await limited.close();
    const statuses = [200, 200, 200, 201, 204, 400, 413, 401, 404, 404, 405, 429];
    expect(stored).toEqual(statuses.map((status) => [status, 'no-store']));
  });

  it('can be refused with 408, 413 and 415 where the description lists them, which is where there is a body', async () => {
    const description = await ApiDescription.of(application.url);
    const many = ['/v1/batch', '/v1/actual-time/bulk'];
    for (const { method, path, operation } of description.operations()) {
      const listed = Object.keys(operation.responses).filter((status) => /^4(08|13|15)$/.test(status));
      expect([method, path, listed]).toEqual([
        method,
        path,
        operation.requestBody ? ['408', '413', '415'] : [],
      ]);
      if (!operation.requestBody) continue;
      const own = path.replaceAll(/\{[^}]+\}/g, UNUSED_ID);
      const mebibytes = many.includes(path) ? 4 : 1;
      const large = await raw(method, own, `"${'x'.repeat(mebibytes * 1024 * 1024)}"`);
      const text = await raw(method, own, 'text', { 'Content-Type': 'text/plain' });
      expect([method, path, large.status, text.status]).toEqual([method, path, 413, 415]);
    }
  });

  it('with an unknown encoding is refused with 415 request.unsupported_encoding', async () => {
    const { status, body } = await raw('POST', '/v1/tags', '{}', { 'Content-Encoding': 'snappy' });
    expect([status, body.code]).toEqual([415, 'request.unsupported_encoding']);
  });

  it('of 1 MiB is read, and of one byte more refused with 413 request.too_large', async () => {
    const frame = JSON.stringify({ name: '' }).length;
    const fits = await raw('POST', '/v1/tags', { name: 'a'.repeat(1_048_576 - frame) });
    expect([fits.status, Object.keys(fits.body.errors)]).toEqual([400, ['name']]);
    const { status, body } = await raw('POST', '/v1/tags', { name: 'a'.repeat(1_048_577 - frame) });
    expect([status, body.code]).toEqual([413, 'request.too_large']);
  });

  it('with a path that is no UTF-8 or no UUID is refused with 400 that names the part', async () => {
    expect((await raw('GET', '/v1/tags/%FF')).body.errors).toHaveProperty('path');
    expect((await raw('GET', '/v1/tags/42')).body.errors).toEqual({
      id: ['must be a UUID, or name:<name>'],
    });
  });

  it('with several faults is refused once, with every member as the client wrote it', async () => {
    const { status, body } = await raw('POST', '/v1/access-tokens', {
      scopes: ['read', 'x', 'read'],
      expires_date: 'soon',
      nmae: 'typo',
    });
    expect(status).toBe(400);
    expect(Object.keys(body.errors).sort()).toEqual([
      'expires_date',
      'name',
      'nmae',
      'scopes[1]',
      'scopes[2]',
    ]);
  });

  it('with NUL, an unpaired surrogate or 256 characters in a name is refused with 400, other Unicode is kept', async () => {
    for (const name of ['a\u0000b', '\ud800', 'x'.repeat(256), '', '   ', 5, null, ['x']]) {
      const { status, body } = await raw('POST', '/v1/tags', { name });
      expect([status, Object.keys(body.errors)]).toEqual([400, ['name']]);
    }
    const kept = await application.api.create('/v1/tags', { name: '  \u202eГлавный 👩‍👩‍👧 \u200d ẞ  ' });
    expect(kept).toMatchObject({ name: '\u202eГлавный 👩‍👩‍👧 \u200d ẞ' });
    const longest = await application.api.create('/v1/tags', { name: '👍'.repeat(255) });
    expect(longest).toMatchObject({ name: '👍'.repeat(255) });
  });

  it('with members that every object inherits, or nested without end, is refused with 400', async () => {
    for (const name of ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty']) {
      const { status, body } = await raw(
        'POST',
        '/v1/tags',
        `{"name":"Plain","${name}":{"is_archived":true}}`,
      );
      expect([status, Object.keys(body.errors)]).toEqual([400, [name]]);
    }
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    expect((await raw('POST', '/v1/tags', `{"name":${deep}}`)).status).toBe(400);
    expect((await raw('POST', '/v1/tags', deep)).status).toBe(400);
  });

  it('with a parameter that the route does not have is refused with 400 that names it', async () => {
    for (const [method, path] of [
      ['GET', '/v1/me'],
      ['GET', '/v1/tags'],
      ['POST', '/v1/tags'],
      ['DELETE', `/v1/tags/${UNUSED_ID}`],
    ] as const) {
      const { status, body } = await raw(
        method,
        `${path}?x=1`,
        method === 'POST' ? { name: 'Unasked' } : undefined,
      );
      expect([path, status, Object.keys(body.errors)]).toEqual([path, 400, ['x']]);
    }
  });

  it('with a body where none is read is refused with 400 that names its members', async () => {
    const { id } = await application.api.create('/v1/tags', { name: 'Read nowhere' });
    for (const [sent, named] of [
      ['{"name":"x"}', 'name'],
      ['[1]', 'body'],
      ['null', 'body'],
    ] as const) {
      const { status, body } = await raw('DELETE', `/v1/tags/${id}`, sent);
      expect([status, Object.keys(body.errors)]).toEqual([400, [named]]);
    }
    expect((await raw('DELETE', `/v1/tags/${id}`, '{}')).status).toBe(204);
  });

  it('with a list in the place of an object is refused with 400 that names the item', async () => {
    for (const items of [[[]], [[[]]], [{ system: 'a', identifier: 'b' }, []]]) {
      const { status, body } = await raw('POST', '/v1/clients', { name: 'Nested', crm_identifiers: items });
      expect([status, Object.keys(body.errors)]).toEqual([400, [`crm_identifiers[${items.length - 1}]`]]);
    }
  });

  it('whose bytes are no UTF-8 is refused with 400 under the key body, another charset with 415', async () => {
    const send = (body: Uint8Array<ArrayBuffer>, type = 'application/json') =>
      fetch(`${application.url}/v1/tags`, {
        method: 'POST',
        headers: { 'X-API-KEY': application.token, 'Content-Type': type },
        body,
      });
    const broken = await send(Uint8Array.from(Buffer.from('{"name":"\xff\xfe"}', 'latin1')));
    expect([broken.status, await broken.json()]).toEqual([
      400,
      expect.objectContaining({ errors: { body: ['must be UTF-8'] } }),
    ]);
    const utf16 = Uint8Array.from(Buffer.from('{"name":"x"}', 'utf16le'));
    expect((await send(utf16, 'application/json; charset=utf-16le')).status).toBe(415);
    const utf8 = Uint8Array.from(Buffer.from('{"name":"Käse"}'));
    expect((await send(utf8, 'application/json; charset="UTF-8"')).status).toBe(201);
  });

  it('that is not an HTTP request is refused with 400 in the form of every other refusal', async () => {
    const { hostname, port } = new URL(application.url);
    const socket = connect(Number(port), hostname);
    socket.write('NONSENSE\r\n\r\n');
    let answer = '';
    for await (const chunk of socket) answer += String(chunk);
    const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))) as object;
    expect(answer).toMatch(/^HTTP\/1\.1 400 .*X-Request-Id: /s);
    expect(body).toMatchObject({
      errors: { request: ['must be well-formed HTTP/1.1'] },
      code: 'request.invalid',
    });
  });

  it('that sends -0 changes nothing where 0 stands', async () => {
    await application.api.patch('/v1/organization', { target_margin: 0 });
    const before = (await application.api.get('/v1/organization')).body;
    expect((await raw('PATCH', '/v1/organization', '{"target_margin":-0.0}')).body).toEqual(before);
  });

  it('is answered without the name of the framework, with the security headers', async () => {
    const { headers } = await raw('GET', '/v1/me');
    expect(headers.get('X-Powered-By')).toBeNull();
    expect(headers.get('ETag')).toBeNull();
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('Content-Security-Policy')).toContain("img-src 'self' data:");
    expect(headers.get('Content-Security-Policy')).not.toContain('upgrade-insecure-requests');
  });

  it('that fails inside is answered with 500 server.failed and nothing from inside', async () => {
    await application.database.query('ALTER TABLE tags RENAME TO tags_away');
    try {
      const { status, body, headers } = await raw('GET', '/v1/tags');
      expect([status, body.code]).toEqual([500, 'server.failed']);
      expect(headers.get('Cache-Control')).toBe('no-store');
      expect(JSON.stringify(body)).not.toMatch(/tags|relation|select|\.js|\.ts/i);
    } finally {
      await application.database.query('ALTER TABLE tags_away RENAME TO tags');
    }
  });
});
