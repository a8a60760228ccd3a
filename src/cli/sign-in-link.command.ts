import { Command } from 'commander';
import type { ProgramSettings } from '../contexts.js';
import { InvitationService } from '../contexts/organization/index.js';
import { SettingsError } from '../platform/config/index.js';
import { databaseMustBeThere } from './database-presence.js';
import { emailAddress, nameText } from './option-readers.js';
import { print, withService, type Output } from './service-work.js';

interface Invited extends Output {
  readonly organization: string;
  readonly email: string;
  readonly administrator?: boolean;
}

/** `sign-in-link`: lets a person set a password, also where no administrator can sign in. */
export const signInLinkCommand = (): Command =>
  new Command('sign-in-link')
    .description('Makes a link with which a user sets a password. It ends the one that the user had.')
    .requiredOption('--organization <name>', 'name of the organization', nameText)
    .requiredOption('--email <address>', 'e-mail address of the user', emailAddress)
    .option('--administrator', 'make the user an administrator, and the user where there is none')
    .option('--json', 'print JSON')
    .action(({ json, organization, email, administrator = false }: Invited) =>
      withService(
        InvitationService,
        async (invitations) => {
          const made = await invitations.create(organization, email, administrator);
          if (made === null) {
            print({ json }, { link: null }, `${email} is an administrator, and signs in at the provider.`);
            return;
          }
          const use = `Give it to nobody but ${email}. It is good once, until ${made.expires_date}.`;
          print({ json }, made, `${made.link}\n${use}`);
        },
        (settings) => {
          databaseMustBeThere(settings);
          peopleMustSignIn(settings, administrator);
        },
      ),
    );

function peopleMustSignIn({ WEB, SIGN_IN }: ProgramSettings, makesAdministrator: boolean): void {
  if (WEB === 'off') throw new SettingsError('Nobody can sign in here: WEB is off. Set WEB=on first.');
  if (!SIGN_IN.includes('password') && !makesAdministrator) {
    throw new SettingsError(
      'Nobody has a password here: SIGN_IN does not name it. Users sign in at the provider, with their address.',
    );
  }
}
