import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** Every file that is, or is about to be, part of the repository. */
export function repositoryFiles(): SourceFile[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  return listed
    .split('\0')
    .filter((path) => path !== '' && existsSync(path))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
}

export const lineCount = ({ text }: SourceFile): number => text.split('\n').length - 1;

const literalCode = /'([a-z_]+(?:\.[a-z_]+)+)'/;

/** The error codes of `text`, given the functions that take one, and the calls that do not name theirs. */
export function errorCodes(
  text: string,
  refusals: readonly string[],
): { codes: string[]; unnamed: string[] } {
  const calls = text.matchAll(new RegExp(`\\b(?:${refusals.join('|')})\\(([^;{]*)`, 'g'));
  const found = [...calls].map(([call, parameters = '']) => {
    const [first = '', second = ''] = parameters.split(',').map((parameter) => parameter.trim());
    const code = literalCode.exec(call.includes('BusinessError(') ? second : first)?.[1];
    return { call: call.split('\n')[0] ?? '', code };
  });
  return {
    codes: found.flatMap(({ code }) => (code ? [code] : [])),
    unnamed: found.flatMap(({ call, code }) => (code ? [] : [call])),
  };
}
