import { describe, expect, it } from '@jest/globals';
import { passwordMustBeUncommon, passwordMustNotBeMadeOf } from './password.rules.js';

const refused = expect.objectContaining({
  code: 'request.invalid',
  members: { password: expect.anything() },
});

describe('a password', () => {
  const known = ['Northwind Consulting', 'ada.lovelace@northwind.example'];

  it.each([
    'NorthwindConsulting',
    'northwind-consulting-1',
    'ada.lovelace@northwind.example',
    'AdaLovelace2026!',
    'Lovelace-Northwind 7',
  ])('is not made of the name of the organization or of the address: %s', (password) => {
    expect(() => passwordMustNotBeMadeOf(password, known)).toThrow(refused);
  });

  it.each(['northwind sees gulls at dusk', 'tulips behind the garage', '東京の朝は静かで美しい時間'])(
    'may hold such words beside others: %s',
    (password) => {
      expect(() => passwordMustNotBeMadeOf(password, known)).not.toThrow();
    },
  );

  it.each(['X7#k!9$mQ@2&', '!@#$%^&*()_+', 'ग़ज़ल की शाम ७'])(
    'without such words may be of whatever characters: %s',
    (password) => {
      expect(() => passwordMustNotBeMadeOf(password, known)).not.toThrow();
    },
  );

  it('is not one of the most common ones', () => {
    expect(() => passwordMustBeUncommon(true)).toThrow(refused);
    expect(() => passwordMustBeUncommon(false)).not.toThrow();
  });
});
