import type { AddressInfo } from 'node:net';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Command, InvalidArgumentError } from 'commander';
import { AppModule } from '../app.module.js';
import { AccessTokenService, InstallationService } from '../contexts/organization/index.js';
import { TimesheetEntryIntake } from '../contexts/time-tracking/index.js';
import { ImportFault, ImportStopped } from '../import/import-fault.js';
import { barView, lineView } from '../import/report/progress.js';
import { writeDuration } from '../import/report/remaining-time.js';
import type { Settings } from '../platform/config/settings.js';
import { createHttpApplication } from '../platform/http/http-application.js';
import { dayIn, isCalendarDate } from '../platform/values/index.js';
import { layFoundation, type Foundation } from '../program.js';
import { runSeed } from '../seed/run-seed.js';
import { SeedFault } from '../seed/seed-fault.js';
import { writeReport } from '../seed/seed-report.js';
import type { World } from '../seed/world/world.js';

interface Options {
  readonly people: number;
  readonly projects: number;
  readonly months: number;
  readonly seed: number;
  readonly until?: string;
  readonly organization: string;
}

const emailAddress = 'demo@example.com';

/** `seed`: a made-up organization to explore the API with. */
export function seedCommand(): Command {
  return new Command('seed')
    .description('Makes an organization with people, projects and time, to explore the API with.')
    .option('--people <n>', 'people, 5 to 500', countBetween(5, 500), 50)
    .option('--projects <n>', 'projects, 8 to 500', countBetween(8, 500), 40)
    .option(
      '--months <n>',
      'months of recorded time, 1 to 24; half as many are planned ahead',
      countBetween(1, 24),
      6,
    )
    .option('--seed <n>', 'the same number and day give the same content', countBetween(0, 2 ** 32 - 1), 1)
    .option('--until <date>', 'the day up to which time is recorded (default: today)', day)
    .option(
      '--organization <name>',
      'name of the organization, without projects yet',
      nameText,
      'Demo Organization',
    )
    .action(async (options: Options) => {
      const foundation = await layFoundation();
      try {
        await seed(options, foundation);
      } finally {
        await foundation.end();
      }
    });
}

async function seed(options: Options, foundation: Foundation): Promise<void> {
  const begun = Date.now();
  const app = await startOwnApi(foundation);
  const stop = new AbortController();
  const work = pushThrough(app, options, stop.signal);
  // Ends before the API does, so that no request is cut off.
  foundation.beforeEnd(async () => {
    stop.abort();
    await work.catch(() => undefined);
  });
  try {
    const made = await work;
    const duration = writeDuration((Date.now() - begun) / 1000);
    const address = `http://localhost:${foundation.settings.PORT || 3000}`;
    process.stdout.write(`${writeReport({ ...options, ...made, duration, address })}\n`);
  } catch (error) {
    process.exitCode = explain(error, options);
  }
}

/** @returns the exit code; throws what is no expected fault */
function explain(error: unknown, { organization }: Options): number {
  if (error instanceof ImportStopped) {
    process.stderr.write(
      `Stopped: "${organization}" is incomplete. Start again with another --organization.\n`,
    );
    return 130;
  }
  if (!(error instanceof SeedFault || error instanceof ImportFault)) throw error;
  process.stderr.write(`${error.message}\n`);
  return 2;
}

/** An API of this process, which nobody else can reach: so every rule is kept and every event sent. */
async function startOwnApi(foundation: Foundation): Promise<NestExpressApplication> {
  const settings = ownSettings(foundation.settings);
  const app = await createHttpApplication(AppModule.forRoot(settings, foundation.databaseUrl), settings);
  foundation.beforeEnd(() => app.close());
  await app.listen(0, '127.0.0.1');
  return app;
}

async function pushThrough(
  app: NestExpressApplication,
  options: Options,
  stop: AbortSignal,
): Promise<{ token: string; world: World }> {
  const { until = dayIn('UTC', new Date()), organization, ...size } = options;
  const { port } = (app.getHttpServer() as { address(): AddressInfo }).address();
  const installation = app.get(InstallationService);
  const { token, id } = await installation.createToken(organization, emailAddress, ['admin']);
  const organizationId = (await installation.findOrganization(organization)) ?? '';
  const intake = app.get(TimesheetEntryIntake);
  try {
    const world = await runSeed({
      url: `http://127.0.0.1:${port}`,
      token,
      content: { ...size, until },
      take: async (entries) => void (await intake.take(organizationId, entries)),
      view: process.stderr.isTTY
        ? barView()
        : lineView((line) => process.stderr.write(`${line}\n`), 'requests'),
      stop,
    });
    return { token, world };
  } catch (error) {
    // Nobody has seen it.
    await app.get(AccessTokenService).revoke(organizationId, id);
    throw error;
  }
}

/** Without a rate limit, and without counting for the one that other processes share over Redis. */
const ownSettings = (settings: Settings): Settings => ({
  ...settings,
  LOG_LEVEL: 'error',
  RATE_LIMIT_REQUESTS: 1_000_000_000,
  REDIS_URL: undefined,
});

function countBetween(least: number, most: number) {
  return (text: string): number => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= least && number <= most) return number;
    throw new InvalidArgumentError(`Must be a whole number, ${least} to ${most}.`);
  };
}

function day(text: string): string {
  if (isCalendarDate(text) && text >= '2000' && text < '2101') return text;
  throw new InvalidArgumentError('Must be a day from 2000 to 2100, YYYY-MM-DD.');
}

function nameText(text: string): string {
  const name = text.trim();
  if (name !== '' && name.length <= 255) return name;
  throw new InvalidArgumentError('Must have 1 to 255 characters.');
}
