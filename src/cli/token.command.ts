import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Command, InvalidArgumentError } from 'commander';
import { AppModule } from '../app.module.js';
import { AccessTokenService, InstallationService } from '../contexts/organization/index.js';
import { notFound } from '../platform/errors/index.js';
import { scopes } from '../platform/http/index.js';
import { isEmailAddress, isId } from '../platform/values/index.js';
import { layFoundation } from '../program.js';

interface Owner {
  readonly organization: string;
}

interface Output {
  readonly json?: boolean;
}

/** `token create`, `token list` and `token revoke`: access tokens without the API. */
export function tokenCommand(): Command {
  const token = new Command('token').description('Access tokens, without the API.');
  token
    .command('create')
    .description('Makes a token, and the organization and the user when they do not exist.')
    .requiredOption('--organization <name>', 'name of the organization')
    .requiredOption('--email <address>', 'e-mail address of the user', emailAddress)
    .option('--scopes <list>', 'comma-separated scopes', scopeList, ['admin'])
    .option('--json', 'print JSON')
    .action((options: Owner & Output & { email: string; scopes: string[] }) =>
      withApplication(async (app) => {
        const made = await app
          .get(InstallationService)
          .createToken(options.organization, options.email, options.scopes);
        print(
          options,
          made,
          `${made.token}\nKeep it: it cannot be shown again. Scopes: ${made.scopes.join(', ')}.`,
        );
      }),
    );
  token
    .command('list')
    .description('Lists the tokens of an organization, without the secrets.')
    .requiredOption('--organization <name>', 'name of the organization')
    .option('--json', 'print JSON')
    .action((options: Owner & Output) =>
      withApplication(async (app) => {
        const organizationId = await organizationNamed(app, options.organization);
        const { rows } = await app.get(AccessTokenService).list(organizationId, { page: 1, pageSize: 500 });
        const line = ({
          id,
          email_address,
          name,
          scopes: allowed,
          revoked_date,
        }: (typeof rows)[number]): string =>
          [id, email_address, name, allowed.join(','), revoked_date ? `revoked ${revoked_date}` : '']
            .join('  ')
            .trimEnd();
        print(options, rows, rows.map(line).join('\n'));
      }),
    );
  token
    .command('revoke')
    .description('Revokes a token; it is refused from then on.')
    .argument('<id>', 'id of the token, as `token list` shows it', tokenId)
    .requiredOption('--organization <name>', 'name of the organization')
    .action((id: string, options: Owner) =>
      withApplication(async (app) => {
        await app.get(AccessTokenService).revoke(await organizationNamed(app, options.organization), id);
        print({}, null, `Revoked ${id}.`);
      }),
    );
  return token;
}

/** Runs the work on the database of the settings, whether the API runs or not. */
async function withApplication(work: (app: INestApplicationContext) => Promise<void>): Promise<void> {
  const foundation = await layFoundation();
  try {
    const quiet = { ...foundation.settings, LOG_LEVEL: 'error' as const };
    const app = await NestFactory.createApplicationContext(AppModule.forRoot(quiet, foundation.databaseUrl), {
      logger: ['error'],
      abortOnError: false,
    });
    await work(app).finally(() => app.close());
  } finally {
    await foundation.end();
  }
}

async function organizationNamed(app: INestApplicationContext, name: string): Promise<string> {
  const id = await app.get(InstallationService).findOrganization(name);
  if (id === null) throw notFound('organization.not_found', `There is no organization named "${name}".`);
  return id;
}

function print({ json }: Output, data: unknown, text: string): void {
  process.stdout.write(`${json ? JSON.stringify(data, null, 2) : text}\n`);
}

function scopeList(text: string): string[] {
  const list = text.split(',').map((scope) => scope.trim());
  const unknown = list.filter((scope) => !(scopes as readonly string[]).includes(scope));
  if (unknown.length > 0) throw new InvalidArgumentError(`Choose from ${scopes.join(', ')}.`);
  return list;
}

function emailAddress(text: string): string {
  if (!isEmailAddress(text)) throw new InvalidArgumentError('An e-mail address has the form name@host.');
  return text;
}

function tokenId(text: string): string {
  if (!isId(text)) throw new InvalidArgumentError('The id of a token is a UUID: see `token list`.');
  return text.toLowerCase();
}
