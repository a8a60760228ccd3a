import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { SettingsError } from './settings.js';
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
  const written = readFile(join(folder, '.env'));
  for (const [name, value] of Object.entries(written)) process.env[name] ??= value;
  const inherited = Object.keys(process.env).filter((name) => !(name in written));
  return {
    variables: process.env,
    check: () => ({
      faults: unknownSettings(Object.keys(written)).map(
        ({ name, advice }) => `${name} is no setting${advice}`,
      ),
      warnings: unknownSettings(inherited).map(
        ({ name, advice }) => `The environment variable ${name} is no setting of this program${advice}`,
      ),
    }),
  };
}

function readFile(file: string): NodeJS.Dict<string> {
  try {
    return parseEnv(readFileSync(file, 'utf8'));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return {};
    const reason = reasons[code ?? ''] ?? message;
    throw new SettingsError(
      `${file} cannot be read (${reason}): make it a file that this user can read, or remove it.`,
    );
  }
}

const reasons: Readonly<Record<string, string>> = {
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
};
