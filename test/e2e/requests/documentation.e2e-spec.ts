import { get, type IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { shareTestApplication } from '../../support/application/shared-application.js';
import { createTestApplication, type TestApplication } from '../../support/application/test-application.js';

interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** As it came, compressed or not. */
  readonly bytes: Buffer;
}

let application: TestApplication;

beforeAll(async () => {
  application = await shareTestApplication();
  for (let number = 1; number <= 20; number += 1) {
    await application.api.create('/v1/clients', { name: `Client ${number}` });
  }
});
afterAll(() => application.close());

const receive = (path: string, encodings?: string): Promise<Received> =>
  new Promise((resolve, reject) => {
    const headers = {
      'X-API-KEY': application.token,
      ...(encodings !== undefined && { 'Accept-Encoding': encodings }),
    };
    get(application.url + path, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          bytes: Buffer.concat(chunks),
        }),
      );
    }).on('error', reject);
  });

describe('the documentation', () => {
  it('is where / leads to', async () => {
    const { status, headers } = await receive('/');
    expect([status, headers.location]).toEqual([302, '/docs']);
  });

  it('is not there with DOCS=off, and the API is', async () => {
    const { databaseUrl, token } = application;
    const without = await createTestApplication({ databaseUrl, settings: { DOCS: 'off' } });
    const statusOf = async (path: string): Promise<number> =>
      (await fetch(without.url + path, { redirect: 'manual', headers: { 'X-API-KEY': token } })).status;
    for (const path of ['/', '/docs', '/docs/swagger-ui-bundle.js', '/openapi.json', '/openapi.yaml']) {
      expect([path, await statusOf(path)]).toEqual([path, 404]);
    }
    expect(await statusOf('/v1/clients')).toBe(200);
    await without.close();
  });

  it('is sent to a browser in much less than it is', async () => {
    const paths = ['/docs', '/docs/swagger-ui-bundle.js', '/docs/swagger-ui-init.js', '/docs/swagger-ui.css'];
    const sizes = { plain: 0, gzip: 0, br: 0 };
    for (const path of paths.concat('/docs/swagger-ui-standalone-preset.js')) {
      sizes.plain += (await receive(path)).bytes.length;
      for (const encoding of ['gzip', 'br'] as const)
        sizes[encoding] += (await receive(path, encoding)).bytes.length;
    }
    expect(sizes.plain).toBeGreaterThan(2_000_000);
    expect(sizes.gzip).toBeLessThan(sizes.plain / 3);
    expect(sizes.br).toBeLessThan(sizes.plain / 3);
  });
});

describe('answers', () => {
  const unpacked: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
    br: brotliDecompressSync,
    gzip: gunzipSync,
  };

  it.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['br;q=0, gzip', 'gzip'],
  ])('are compressed for Accept-Encoding: %s', async (asked, used) => {
    for (const path of ['/v1/clients', '/openapi.json', '/openapi.yaml']) {
      const plain = await receive(path);
      const packed = await receive(path, asked);
      expect([path, packed.headers['content-encoding']]).toEqual([path, used]);
      expect(packed.headers.vary).toContain('Accept-Encoding');
      expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2);
      expect(unpacked[used]?.(packed.bytes).equals(plain.bytes)).toBe(true);
    }
  });

  it('are sent as they are below 1 KiB, and to who does not ask for anything else', async () => {
    const small = await receive('/v1/organization', 'br, gzip');
    expect([small.status, small.headers['content-encoding']]).toEqual([200, undefined]);
    for (const asked of [undefined, 'identity', 'zstd']) {
      const { headers, bytes } = await receive('/v1/clients', asked);
      expect([asked, headers['content-encoding']]).toEqual([asked, undefined]);
      expect(headers['content-length']).toBe(String(bytes.length));
    }
  });
});
