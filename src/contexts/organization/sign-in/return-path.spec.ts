import { describe, expect, it } from '@jest/globals';
import { isReturnPath } from './return-path.js';

describe('where a sign-in leads to', () => {
  it.each(['/app', '/app/', '/app/tokens', '/app/webhooks/1?state=failing#last'])(
    'is below /app: %s',
    (path) => {
      expect(isReturnPath(path)).toBe(true);
    },
  );

  it.each([
    'https://evil.example/app',
    '//evil.example/app',
    '/\\evil.example',
    '/app\\..\\..\\evil',
    '/app/../v1/clients',
    '/app/%2e%2e/docs',
    '/application',
    '/app\n//evil.example',
    'javascript:alert(1)',
    '@evil.example/app',
    '/app@evil.example',
    '/app.evil.example',
    '',
    42,
  ])('is nowhere else: %s', (path) => {
    expect(isReturnPath(path)).toBe(false);
  });
});
