import { Command, Option } from 'commander';
import { InstallationService } from '../contexts/organization/index.js';
import { scopes } from '../platform/http/index.js';
import { databaseMustBeThere } from './database-presence.js';
import { expiry, nameText, emailAddress, scopeList, tokenId } from './option-readers.js';
import { print, withService, type Output } from './service-work.js';
import { writeMade, writeTokens } from './token-report.js';

interface Owner {
  readonly organization: string;
}

interface NewToken extends Owner, Output {
  readonly email: string;
  readonly name?: string;
  readonly scopes: string[];
  readonly expires?: string;
}

/** `token create`, `token list` and `token revoke`: access tokens without the API. */
export function tokenCommand(): Command {
  return new Command('token')
    .description('Access tokens, without the API.')
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addCommand(revokeCommand());
}

const createCommand = (): Command =>
  ofOrganization(new Command('create'))
    .description('Makes a token, and the organization and the user when they do not exist.')
    .requiredOption('--email <address>', 'e-mail address of the user', emailAddress)
    .option('--name <text>', 'what the token is for (default: "Command line")', nameText)
    .addOption(
      new Option('--scopes <list>', `comma-separated scopes: ${scopes().join(', ')}`)
        .argParser(scopeList)
        .default(['admin'], 'admin'),
    )
    .option('--expires <when>', 'when it ends: a number of days, a day or a time (default: never)', expiry)
    .option('--json', 'print JSON')
    .action(({ json, ...request }: NewToken) =>
      withService(InstallationService, async (installation) => {
        const made = await installation.createToken(request);
        print({ json }, made, writeMade(made, request.organization));
      }),
    );

const listCommand = (): Command =>
  ofOrganization(new Command('list'))
    .description('Lists the tokens of an organization, each by its last four characters.')
    .option('--json', 'print JSON')
    .action((options: Owner & Output) =>
      withService(
        InstallationService,
        async (installation) => {
          const tokens = await installation.listTokens(options.organization);
          print(options, tokens, writeTokens(tokens));
        },
        databaseMustBeThere,
      ),
    );

const revokeCommand = (): Command =>
  ofOrganization(new Command('revoke'))
    .description('Revokes a token; it is refused from then on.')
    .argument('<id>', 'id of the token, as `token list` shows it', tokenId)
    .option('--json', 'print JSON')
    .action((id: string, options: Owner & Output) =>
      withService(
        InstallationService,
        async (installation) => {
          const revoked = await installation.revokeToken(options.organization, id);
          print(options, revoked, `Revoked ${id}.`);
        },
        databaseMustBeThere,
      ),
    );

const ofOrganization = (command: Command): Command =>
  command.requiredOption('--organization <name>', 'name of the organization', nameText);
