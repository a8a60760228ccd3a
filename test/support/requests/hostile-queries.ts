// Node refuses more than 16 KiB of headers, to which the path belongs.
const LENGTH = 14_000;

const filled = (text: string): string => text.repeat(Math.floor(LENGTH / text.length));

/** Ends of paths that are wrong wherever they are sent, by what is hostile about them. */
export function hostileQueries(parameters: readonly string[]): Readonly<Record<string, string>> {
  const names = parameters.length > 0 ? parameters : ['unknown'];
  const share = Math.floor(LENGTH / names.length) - 20;
  const all = (value: string): string =>
    names.map((name) => `${name}=${value.repeat(Math.floor(share / value.length))}`).join('&');
  return {
    ampersands: `?${filled('&')}x`,
    'one parameter again and again': `?${filled(`${names[0]}=1&`)}`,
    'many parameters': `?${Array.from({ length: 1800 }, (_, index) => `p${index}=`).join('&')}`,
    'long text in every parameter': `?${all('x')}`,
    'combining characters in every parameter': `?${all('%CC%81%CC%A3')}`,
    'spaces in every parameter': `?${all('+')}`,
    'digits in every parameter': `?${all('9')}`,
    'broken encoding in every parameter': `?${all('%')}`,
    'a parameter of brackets': `?a${filled('[a]')}=1`,
    'a name without an end': `?${filled('n')}`,
    'segments without an end': filled('/a'),
    'slashes without an end': filled('/'),
    'encoded slashes': `/${filled('%2F')}`,
    'colons and dots': `/${filled(':..')}`,
  };
}

/** Headers of nearly the size that is read. */
export const hostileHeaders: readonly Readonly<Record<string, string>>[] = [
  { 'Content-Type': `application/json${filled('; charset=utf-8')}x` },
  { 'Content-Type': `application/json; charset=utf-8${' '.repeat(LENGTH)}x` },
  { 'Content-Type': filled('a/') },
  { 'Content-Type': `application/json; a="${filled('\\"')}` },
  { 'Content-Encoding': filled('gzip, ') },
  { 'X-Request-Id': filled('a') },
  { Accept: filled('*/*;q=0.1, ') },
  { 'X-Forwarded-For': filled('1.1.1.1, ') },
];
