import { keepFirstSecret } from './first-secret.js';
import { shellWord } from './printed-text.js';
import { dataDirectoryOf } from '../platform/config/data-directory.js';
import type { FirstStart, MissingSignIn } from '../contexts/organization/index.js';
import type { ProgramSettings } from '../contexts.js';

/** As it is called where the program was installed, where npm has started it from its sources, and elsewhere. */
const commandLine = (name: 'token' | 'sign-in-link'): string => {
  if (import.meta.url.includes('/node_modules/')) return `npx planning-delivery-api cli ${name}`;
  return process.env.npm_lifecycle_event ? `npm run --silent ${name} --` : `node dist/launch.js cli ${name}`;
};

const ofBootstrap = ({ BOOTSTRAP_ORGANIZATION, BOOTSTRAP_EMAIL }: ProgramSettings): string =>
  `--organization ${shellWord(BOOTSTRAP_ORGANIZATION)} --email ${shellWord(BOOTSTRAP_EMAIL)}`;

/**
 * Shows the first token and the first link on terminals only: other output, such as container logs, is stored.
 * @param missing what lets an administrator sign in, where none can
 */
export function greeting(
  address: string,
  { first, missing }: { readonly first: FirstStart | null; readonly missing: MissingSignIn | null },
  settings: ProgramSettings,
  isTerminal: boolean,
): string {
  const explore = settings.DOCS === 'on' ? ` - explore it at ${address}/docs` : '';
  const lines = [`The API listens on ${address}${explore}`];
  if (settings.WEB === 'on') lines.push(`The web application is at ${settings.PUBLIC_URL}/app`);
  if (first) lines.push(...beginning(first, address, settings, isTerminal));
  else if (missing) lines.push(...invitation(missing));
  return `${lines.join('\n')}\n`;
}

function beginning(
  { token: { token, email_address, expires_date }, link }: FirstStart,
  address: string,
  settings: ProgramSettings,
  isTerminal: boolean,
): string[] {
  return [
    '',
    `Made the organization "${settings.BOOTSTRAP_ORGANIZATION}" and its administrator ${email_address}.`,
    ...(isTerminal ? shown(token, address) : kept(token, address, settings)),
    `It expires on ${expires_date}. Make others with the command line or the API before.`,
    '',
    ...(link === null ? [] : [...signInLink(link.link, settings, isTerminal), '']),
  ];
}

const shown = (token: string, address: string): string[] => [
  'This is the access token. It is shown this once:',
  '',
  `  ${token}`,
  '',
  ...tryIt(token, address),
];

function kept(token: string, address: string, settings: ProgramSettings): string[] {
  return inFile('access token', 'first-token', token, {
    settings,
    otherwise: `${commandLine('token')} create ${ofBootstrap(settings)}`,
    then: (file) => ['', ...tryIt(`$(cat '${file}')`, address)],
  });
}

function signInLink(link: string, settings: ProgramSettings, isTerminal: boolean): string[] {
  const use = 'Open it within an hour, and set the password of the administrator.';
  if (isTerminal) return ['This is the sign-in link. It is shown this once:', '', `  ${link}`, '', use];
  return inFile('sign-in link', 'first-sign-in-link', link, {
    settings,
    otherwise: `${commandLine('sign-in-link')} ${ofBootstrap(settings)}`,
    then: () => [use],
  });
}

interface Keeping {
  readonly settings: ProgramSettings;
  /** The command that makes another one. */
  readonly otherwise: string;
  readonly then: (file: string) => readonly string[];
}

function inFile(
  what: string,
  name: string,
  secret: string,
  { settings, otherwise, then }: Keeping,
): string[] {
  const directory = dataDirectoryOf(settings.DATA_DIRECTORY);
  try {
    const { file, earlier } = keepFirstSecret(directory, name, secret);
    return [
      `The ${what} is in ${file}, which only its owner can read. Take it from there and remove the file.`,
      ...(earlier === null
        ? []
        : [`The file of an earlier installation, which was there, is now ${earlier}.`]),
      ...then(file),
    ];
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return [
      `The ${what} could not be kept in ${directory} (${code}), and nobody has seen it. Make another one:`,
      '',
      `  ${otherwise}`,
      '',
    ];
  }
}

const invitation = ({ organization, email, needsRights, byPassword }: MissingSignIn): string[] => [
  '',
  byPassword
    ? 'No administrator can sign in. Make a link with which one sets a password:'
    : 'No administrator can sign in. Make one, who then signs in at the provider:',
  '',
  `  ${commandLine('sign-in-link')} --organization ${shellWord(organization)} --email ${shellWord(email)}${needsRights ? ' --administrator' : ''}`,
  '',
];

const tryIt = (token: string, address: string): string[] => [
  'Try it:',
  '',
  `  curl -H "X-API-KEY: ${token}" ${address}/v1/me`,
  '',
];
