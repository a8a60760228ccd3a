import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { nameText } from '../../../src/cli/option-readers.js';
import { tokenCommand } from '../../../src/cli/token.command.js';
import { InstallationService } from '../../../src/contexts/organization/index.js';
import { scopes } from '../../../src/platform/http/index.js';
import { ApiClient } from '../../support/requests/api-client.js';
import { TestBrowser } from '../../support/requests/test-browser.js';
import { CommandLine, type Called } from '../../support/programs/command-line.js';
import { Program } from '../../support/programs/program.js';
import { createTestApplication, type TestApplication } from '../../support/application/test-application.js';

interface Made {
  id: string;
  token: string;
  name: string;
  last_four: string;
  expires_date: string | null;
  is_new_organization: boolean;
}

const DAY_MS = 24 * 60 * 60 * 1000;

describe('the command line', () => {
  let commandLine: CommandLine;
  let application: TestApplication;

  beforeAll(async () => {
    commandLine = new CommandLine();
    application = await createTestApplication();
  });
  afterAll(async () => {
    await commandLine.kill('SIGTERM');
    await application.close();
  });

  const runWith = (settings: Record<string, string>, ...words: string[]): Promise<Called> =>
    commandLine.run({ DATABASE_URL: application.databaseUrl, ...settings }, ...words);
  const run = (...words: string[]) => runWith({}, ...words);
  const owner = ['--organization', 'Acme'];
  const create = (...more: string[]) => run('token', 'create', ...owner, '--email', 'a@example.com', ...more);

  it('tells its version, also behind the name of a command', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    for (const words of [['--version'], ['token', '--version']]) {
      const program = new Program(['dist/cli.js', ...words]);
      expect([words, await program.end(), program.output]).toEqual([words, 0, `${version}\n`]);
    }
  });

  it('lists the scopes where help is asked for', () => {
    const help = tokenCommand().commands.map((command) => command.helpInformation());
    expect(help.join().replaceAll(/\s+/g, ' ')).toContain(scopes().join(', '));
  });

  it('says when it makes an organization, and only then, and makes tokens that the API knows', async () => {
    const first = await create();
    expect(first.output).toContain('Made the organization "Acme": there was none of this name.');
    const again = ['--organization', '  aCME ', '--email', ' A@example.com '];
    const another = ['--organization', 'Other', '--email', 'a@example.com'];
    const [second, other] = await Promise.all([
      run('token', 'create', ...again, '--name', ' HubSpot sync ', '--expires', '30'),
      run('token', 'create', ...another, '--json'),
    ]);
    expect(second.output).not.toContain('Made the organization');
    const api = new ApiClient(application.url, /^pda_\w+/.exec(second.output)?.[0]);
    const { body: me } = await api.get<{ token_id: string }>('/v1/me');
    expect(me).toMatchObject({ organization_name: 'Acme', token_name: 'HubSpot sync' });
    const { body: made } = await api.get<Made>(`/v1/access-tokens/${me.token_id}`);
    expect(Math.abs(Date.parse(made.expires_date ?? '') - Date.now() - 30 * DAY_MS)).toBeLessThan(60_000);
    expect(JSON.parse(other.output)).toMatchObject({ is_new_organization: true, expires_date: null });
  });

  it('refuses an end that has passed', async () => {
    expect(await create('--expires', '2020-01-01')).toEqual({
      code: 2,
      output: 'expires_date must lie in the future\n',
    });
  });

  it('lists tokens by their last four characters, however many there are, and revokes them, as JSON too', async () => {
    const made = JSON.parse((await create('--json')).output) as Made;
    expect(made).toMatchObject({ is_new_organization: false, name: 'Command line' });
    await application.database.query(
      `INSERT INTO access_tokens (organization_id, id, user_id, name, token_hash, scopes)
       SELECT organization_id, gen_random_uuid(), user_id, 'Many', gen_random_uuid()::text, scopes
       FROM access_tokens, generate_series(1, 600) WHERE id = $1`,
      [made.id],
    );
    const listed = (await run('token', 'list', ...owner)).output;
    expect(listed.match(/ {2}Many {2}/g)).toHaveLength(600);
    expect(listed).toContain(`${made.id}  ...${made.token.slice(-4)}  a@example.com`);
    expect(listed).not.toContain(made.token);
    const revoked = await run('token', 'revoke', made.id, ...owner, '--json');
    expect(JSON.parse(revoked.output)).toMatchObject({ id: made.id, revoked_date: expect.any(String) });
    expect(await run('token', 'revoke', made.id, ...owner)).toEqual({
      code: 0,
      output: `Revoked ${made.id}.\n`,
    });
  });

  it('revokes the last token of an administrator, since it can make another one', async () => {
    const request = { organization: 'Only', email: 'a@example.com', scopes: ['admin'] };
    const { id, token } = await application.get(InstallationService).createToken(request);
    expect((await run('token', 'revoke', id, '--organization', 'Only')).code).toBe(0);
    expect((await new ApiClient(application.url, token).get('/v1/me')).status).toBe(401);
  });

  (existsSync('/dev/full') ? it : it.skip)(
    'fails where its output cannot be written, in one sentence, and without one where nobody reads on',
    async () => {
      const list = `exec ${process.execPath} dist/cli.js token list --organization Acme`;
      const env = { ...process.env, DATABASE_URL: application.databaseUrl };
      const ended = (line: string) => spawnSync('bash', ['-c', line], { env, encoding: 'utf8' });
      const full = ended(`${list} > /dev/full`);
      expect([full.status, full.stderr]).toEqual([
        2,
        expect.stringMatching(/^The output cannot be written: ENOSPC.*\n$/),
      ]);
      const unread = ended(`set -o pipefail; (${list}) | true`);
      expect([unread.status, unread.stderr]).toEqual([2, '']);
    },
  );

  it('makes a link with which an administrator signs in, also where nobody can', async () => {
    const words = ['sign-in-link', ...owner, '--email', 'night@example.com', '--administrator'];
    await create();
    const program = new Program(['dist/cli.js', ...words], {
      DATABASE_URL: application.databaseUrl,
      PUBLIC_URL: 'http://localhost:3000',
    });
    expect([await program.end(), program.output]).toEqual([
      0,
      expect.stringMatching(
        /^http:\/\/localhost:3000\/app\/welcome#pdl_\w{49}\nGive it to nobody but night@example\.com\./,
      ),
    ]);
    const browser = new TestBrowser(application.url);
    expect((await browser.follow(program.output.split('\n')[0] ?? '')).status).toBe(204);
    const { body } = await new ApiClient(application.url, await browser.token()).get('/v1/me');
    expect(body).toMatchObject({ email_address: 'night@example.com', scopes: ['admin'] });
  });

  it.each<[why: string, settings: Record<string, string>, sentence: string]>([
    ['people have no pages', { WEB: 'off' }, 'Nobody can sign in here: WEB is off. Set WEB=on first.'],
    [
      'people have no passwords',
      {
        SIGN_IN: 'oidc',
        OIDC_ISSUER: 'https://id.example.com',
        OIDC_CLIENT_ID: 'planning',
        OIDC_CLIENT_SECRET: 'secret',
      },
      'Nobody has a password here: SIGN_IN does not name it. Users sign in at the provider, with their address.',
    ],
  ])('makes no sign-in link where %s', async (_why, settings, sentence) => {
    const answer = await runWith(settings, 'sign-in-link', ...owner, '--email', 'a@example.com');
    expect(answer).toEqual({ code: 2, output: `${sentence}\n` });
  });

  it.each([
    ['of blanks', '   '],
    ['of 300 characters', 'x'.repeat(300)],
  ])('refuses a name %s wherever the API does, in the same words', async (_what, name) => {
    const words = 'must be text of 1 to 255 characters';
    const { body } = await application.api.patch<{ errors: { name: string[] } }>('/v1/organization', {
      name,
    });
    expect(body.errors.name).toEqual([words]);
    expect(() => nameText(name)).toThrow(words);
    const installation = application.get(InstallationService);
    const request = { organization: name, email: 'a@example.com', scopes: ['read'] };
    await expect(installation.createToken(request)).rejects.toMatchObject({
      members: { organization: [words] },
    });
    await expect(installation.listTokens(name)).rejects.toMatchObject({ members: { organization: [words] } });
    const names = await application.database.query<{ name: string }[]>('SELECT name FROM organizations');
    expect(names.filter((one) => one.name !== one.name.trim() || one.name.length > 255)).toEqual([]);
  });
});
