import { execFileSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { printable, shellWord } from './printed-text.js';

const words = (line: string): string[] =>
  execFileSync('sh', ['-c', `printf '%s\\n' ${line}`], { encoding: 'utf8' })
    .trimEnd()
    .split('\n');

describe('text of others in what is printed', () => {
  it.each([
    'Acme',
    'My Organization',
    `Say "Hi"`,
    `It's $(id) \`id\` \\ ; rm -rf / | & > x!`,
    'ada@example.com',
    'a`id`@example.com',
    "o'brien@example.com",
    'Bürgerschaft 日本',
    '-e',
    '*',
    '~',
    '',
  ])('is one word of a shell: %s', (text) => {
    expect(words(`${shellWord(text)} end`)).toEqual([text, 'end']);
  });

  it('moves nothing on a terminal and begins no line', () => {
    const text = 'Acme\u001b[2J\r\nSay yes\u202e';
    expect(printable(text)).toBe('Acme?[2J??Say yes?');
    expect(words(`${shellWord(text)} end`)).toEqual(['Acme?[2J??Say yes?', 'end']);
  });
});
