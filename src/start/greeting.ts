import { keepFirstToken } from './first-token.js';
import { dataDirectoryOf } from '../platform/config/data-directory.js';
import type { ProgramSettings } from '../contexts.js';

/** As it is called where the program was installed, where npm has started it from its sources, and elsewhere. */
const commandLine = (): string => {
  if (import.meta.url.includes('/node_modules/')) return 'npx planning-delivery-api cli token';
  return process.env.npm_lifecycle_event ? 'npm run --silent token --' : 'node dist/launch.js cli token';
};

interface FirstToken {
  readonly token: string;
  readonly email_address: string;
  readonly expires_date: string | null;
}

/** Shows the first token on terminals only: other output, such as container logs, is stored. */
export function greeting(
  address: string,
  first: FirstToken | null,
  settings: ProgramSettings,
  isTerminal: boolean,
): string {
  const explore = settings.DOCS === 'on' ? ` - explore it at ${address}/docs` : '';
  const lines = [`The API listens on ${address}${explore}`];
  if (first) {
    lines.push(
      '',
      `Made the organization "${settings.BOOTSTRAP_ORGANIZATION}" and its administrator ${first.email_address}.`,
      ...(isTerminal ? shown(first.token, address) : kept(first.token, address, settings)),
      `It expires on ${first.expires_date}. Make others with the command line or the API before.`,
      '',
    );
  }
  return `${lines.join('\n')}\n`;
}

const shown = (token: string, address: string): string[] => [
  'This is the access token. It is shown this once:',
  '',
  `  ${token}`,
  '',
  ...tryIt(token, address),
];

function kept(token: string, address: string, settings: ProgramSettings): string[] {
  const directory = dataDirectoryOf(settings.DATA_DIRECTORY);
  try {
    const { file, earlier } = keepFirstToken(directory, token);
    return [
      `The access token is in ${file}, which only its owner can read. Take it from there and remove the file.`,
      ...(earlier === null
        ? []
        : [`The file of an earlier installation, which was there, is now ${earlier}.`]),
      '',
      ...tryIt(`$(cat '${file}')`, address),
    ];
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return [
      `The access token could not be kept in ${directory} (${code}), and nobody has seen it. Make another one:`,
      '',
      `  ${commandLine()} create --organization "${settings.BOOTSTRAP_ORGANIZATION}" --email ${settings.BOOTSTRAP_EMAIL}`,
      '',
    ];
  }
}

const tryIt = (token: string, address: string): string[] => [
  'Try it:',
  '',
  `  curl -H "X-API-KEY: ${token}" ${address}/v1/me`,
  '',
];
