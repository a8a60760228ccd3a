import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { SettingsError } from '../settings.js';
import { unknownSettings } from './unknown-settings.js';

export interface Environment {
  readonly variables: NodeJS.ProcessEnv;
  /** Unknown names. Call it when all contexts are installed. */
  check(): EnvironmentCheck;
}

interface EnvironmentCheck {
  readonly faults: readonly string[];
  readonly warnings: readonly string[];
}

/** An unknown name is a fault in `.env` only: other programs share the environment. @throws SettingsError */
export function readEnvironment(folder = process.cwd()): Environment {
  const file = join(folder, '.env');
  const { written, unread } = readFile(file);
  for (const [name, value] of Object.entries(written)) process.env[name] ??= value;
  const inherited = Object.keys(process.env).filter((name) => !(name in written));
  return {
    variables: process.env,
    check: () => ({
      faults: [
        ...unread.map((line) => `${file} has no NAME=value in line ${line}`),
        ...unknownSettings(Object.keys(written)).map(({ name, advice }) => `${name} is no setting${advice}`),
      ],
      warnings: unknownSettings(inherited).map(
        ({ name, advice }) => `The environment variable ${name} is no setting of this program${advice}`,
      ),
    }),
  };
}

interface EnvironmentFile {
  readonly written: NodeJS.Dict<string>;
  readonly unread: readonly number[];
}

function readFile(file: string): EnvironmentFile {
  try {
    const lines = readFileSync(file, 'utf8')
      .replace(/^\uFEFF/, '')
      .split(/\r?\n/);
    const unread = unreadLines(lines);
    // Node 20 would take such a line for the beginning of the next name.
    const read = lines.filter((_, index) => !unread.includes(index + 1));
    return { written: parseEnv(read.join('\n')), unread };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return { written: {}, unread: [] };
    const reason = reasons[code ?? ''] ?? message;
    throw new SettingsError(
      `${file} cannot be read (${reason}): make it a file that this user can read, or remove it.`,
    );
  }
}

const ASSIGNMENT = /^\s*(?:export\s+)?[\w.-]+\s*=\s*(.*)$/;

/** Lines that are neither an assignment, nor within a quoted value, a comment or empty. */
function unreadLines(lines: readonly string[]): number[] {
  const unread: number[] = [];
  let quote: string | undefined;
  for (const [index, line] of lines.entries()) {
    if (quote !== undefined) {
      if (line.includes(quote)) quote = undefined;
      continue;
    }
    const value = ASSIGNMENT.exec(line)?.[1];
    if (value === undefined) {
      if (/^\s*[^#\s]/.test(line)) unread.push(index + 1);
      continue;
    }
    const [first = ''] = value;
    const isOpen = ['"', "'", '`'].includes(first) && !value.includes(first, 1);
    // A quote that is never closed belongs to the value.
    if (isOpen && lines.slice(index + 1).some((later) => later.includes(first))) quote = first;
  }
  return unread;
}

const reasons: Readonly<Record<string, string>> = {
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
};
