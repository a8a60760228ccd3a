import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestApplication, type TestApplication } from '../../support/application/test-application.js';

describe('the web application', () => {
  let application: TestApplication;

  beforeAll(async () => {
    application = await createTestApplication({ settings: { RATE_LIMIT_UNAUTHENTICATED_REQUESTS: '3' } });
  });
  afterAll(() => application.close());

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(application.url + path, { headers });
  const assets = async (): Promise<string[]> => {
    const index = await (await get('/app')).text();
    return [...index.matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g)].map(([, name = '']) => `/app/${name}`);
  };

  it('is one page, which nobody keeps, frames, or runs foreign code in', async () => {
    const response = await get('/app/tokens');
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('<base href="/app/" />');
    const headers = Object.fromEntries(response.headers);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
    });
    expect(headers['content-security-policy']?.replace(/nonce-[^']+/, 'nonce-')).toBe(
      `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-'; connect-src 'self'; img-src 'self' data:; font-src 'self'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'`,
    );
  });

  it('has files that are kept for ever, as small as the browser can read them', async () => {
    const names = await assets();
    expect(names.map((name) => name.split('.').at(-1))).toEqual(expect.arrayContaining(['js', 'css']));
    for (const name of names) {
      const sizes: number[] = [];
      for (const encoding of ['br', 'gzip', 'identity']) {
        const response = await get(name, { 'Accept-Encoding': encoding });
        expect(response.status).toBe(200);
        expect(response.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding);
        expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
        expect(response.headers.get('vary')).toBe('Accept-Encoding');
        sizes.push(Number(response.headers.get('content-length')));
      }
      expect(sizes).toEqual([...sizes].sort((one, other) => one - other));
    }
  });

  it('needs three files at first, and the one that asks who is signed in is the smallest script', async () => {
    const names = await assets();
    expect(names.map((name) => name.split('.').at(-1)).sort()).toEqual(['css', 'js', 'js']);
    const index = await (await get('/app')).text();
    const [, first = ''] = /<script[^>]* src="\.\/([^"]+)"/.exec(index) ?? [];
    const weight = async (name: string) => (await (await get(name)).arrayBuffer()).byteLength;
    expect(await weight(`/app/${first}`)).toBeLessThan(10_000);
    const weights = await Promise.all(names.filter((name) => name.endsWith('.js')).map(weight));
    expect(Math.max(...weights)).toBeGreaterThan(200_000);
  });

  it('never says of an absent file that it is the page (request.unknown_path)', async () => {
    const absent = ['/app/assets/main-old.js', '/app/assets', '/app/assets/', '/app/assets/..%2findex.html'];
    for (const path of absent) {
      const response = await get(path);
      expect([path, response.status]).toEqual([path, 404]);
      expect(await response.json()).toMatchObject({ code: 'request.unknown_path' });
    }
  });

  it('is served also to whom the limits refuse, and counts for nobody', async () => {
    for (let request = 0; request < 3; request += 1) await get('/v1/me');
    expect((await get('/v1/me')).status).toBe(429);
    const [name = ''] = await assets();
    for (const path of ['/app', name]) {
      const response = await get(path);
      expect([path, response.status]).toEqual([path, 200]);
      expect(response.headers.get('ratelimit')).toBeNull();
    }
  });

  it('is not there with WEB=off', async () => {
    const { databaseUrl } = application;
    const without = await createTestApplication({ databaseUrl, settings: { WEB: 'off' } });
    const response = await fetch(`${without.url}/app`);
    expect(response.status).toBe(404);
    await without.close();
  });
});
