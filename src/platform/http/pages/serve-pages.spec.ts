import { describe, expect, it } from '@jest/globals';
import type { Response } from 'express';
import type { ApiRequest } from '../caller.js';
import { readPageFiles, type PageFiles } from './page-files.js';
import { servePages } from './serve-pages.js';

const PUBLIC_URL = 'https://example.com/planning';
const index = '<base href="__BASE__"><meta nonce="__NONCE__"><link nonce="__NONCE__">';
const files: PageFiles = { index, assets: new Map() };

interface Answer {
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly passed: readonly unknown[];
}

function answerTo(method: string, path: string, given: PageFiles | null = files): Answer {
  const headers: Record<string, string> = {};
  const passed: unknown[] = [];
  let body = '';
  const response = {
    setHeader: (name: string, value: string) => (headers[name] = value),
    type: () => response,
    send: (text: string) => (body = text),
  };
  const request = { method, path } as ApiRequest;
  void servePages(given, { PUBLIC_URL })(request, response as unknown as Response, (refusal) =>
    passed.push(refusal),
  );
  return { headers, body, passed };
}

describe('the pages', () => {
  it('are one index at every address, below the path of PUBLIC_URL', () => {
    for (const path of ['/app', '/app/', '/app/tokens', '/app/webhooks/1/deliveries/2', '/app/sessions']) {
      expect([path, answerTo('GET', path).body]).toEqual([
        path,
        expect.stringContaining('<base href="/planning/app/">'),
      ]);
    }
  });

  it('have another nonce each time, which is that of their policy', () => {
    const [one, two] = [answerTo('GET', '/app'), answerTo('HEAD', '/app')];
    const nonce = /'nonce-([^']{24})'/.exec(one.headers['Content-Security-Policy'] ?? '')?.[1] ?? '';
    expect(one.body.split(`nonce="${nonce}"`)).toHaveLength(3);
    expect(two.headers['Content-Security-Policy']).not.toContain(nonce);
  });

  it('leave to others what is not theirs', () => {
    const others = [
      ['POST', '/app'],
      ['GET', '/application'],
      ['GET', '/app/session'],
      ['GET', '/app/session/token'],
      ['GET', '/v1/me'],
    ] as const;
    for (const [method, path] of others) {
      expect([path, answerTo(method, path).passed]).toEqual([path, [undefined]]);
    }
  });

  it('say so where they are not built (pages.not_built)', () => {
    expect(readPageFiles('/nowhere')).toBeNull();
    expect(answerTo('GET', '/app/tokens', null).passed).toMatchObject([{ code: 'pages.not_built' }]);
  });
});
