import { describe, expect, it } from '@jest/globals';
import { isCommonPassword } from './frequent-passwords.js';

describe('common passwords', () => {
  it.each([
    'motherfucker',
    '1qaz2wsx3edc',
    'PasswordPassword',
    'password1234',
    'Password2026!',
    'qwertyuiop[]',
    '123456789012',
    'aaaaaaaaaaaaa',
    'abcabcabcabc',
    'dragonmonkey12',
    'Iloveyou-2026',
    'letmein!letmein!',
    'qwerty123456',
  ])('are known: %s', async (password) => {
    expect(await isCommonPassword(password)).toBe(true);
  });

  it.each(['correct horse battery staple', 'tulips behind the garage', 'Vx7!pQ2#mZ9k', 'wombatlanterns'])(
    'are not others: %s',
    async (password) => {
      expect(await isCommonPassword(password)).toBe(false);
    },
  );

  it('are told in a moment, also of the longest text', async () => {
    await isCommonPassword('warm');
    const began = performance.now();
    await isCommonPassword('ab1'.repeat(42));
    await isCommonPassword('monkeyx'.repeat(18));
    expect(performance.now() - began).toBeLessThan(1000);
  });
});
