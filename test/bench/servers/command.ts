import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** What a command of the program prints as JSON. @param checkout whose program it is */
export async function commandOf<Printed>(
  databaseUrl: string,
  checkout: string,
  words: readonly string[],
): Promise<Printed> {
  const { stdout } = await promisify(execFile)(process.execPath, ['dist/cli.js', ...words, '--json'], {
    cwd: checkout,
    env: { ...process.env, DATABASE_URL: databaseUrl },
  });
  return JSON.parse(stdout) as Printed;
}
