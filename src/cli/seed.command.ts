import type { AddressInfo } from 'node:net';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Command } from 'commander';
import { AppModule } from '../app.module.js';
import { InstallationService } from '../contexts/organization/index.js';
import { TimesheetEntryIntake } from '../contexts/time-tracking/index.js';
import { ImportFault, ImportStopped } from '../import/import-fault.js';
import { barView, lineView } from '../import/report/progress.js';
import { writeDuration } from '../import/duration.js';
import type { ProgramSettings } from '../contexts.js';
import { createHttpApplication } from '../platform/http/http-application.js';
import { STANDARD_ERROR } from '../platform/logging/index.js';
import { dayIn } from '../platform/values/index.js';
import { prepareProcess, type PreparedProcess } from '../start/prepared-process.js';
import { runSeed } from '../seed/run-seed.js';
import { SeedFault } from '../seed/seed-fault.js';
import { reportOf, writeReport } from '../seed/seed-report.js';
import type { World } from '../seed/world/world.js';
import { countBetween, day, nameText } from './option-readers.js';

interface Options {
  readonly people: number;
  readonly projects: number;
  readonly months: number;
  readonly seed: number;
  readonly until?: string;
  readonly organization: string;
  readonly json?: boolean;
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
    .option('--json', 'print what was made as JSON')
    .action(async (options: Options) => {
      const prepared = await prepareProcess({ logOutput: STANDARD_ERROR });
      try {
        await seed(options, prepared);
      } finally {
        await prepared.end();
      }
    });
}

async function seed(options: Options, prepared: PreparedProcess): Promise<void> {
  const begun = performance.now();
  const app = await startOwnApi(prepared);
  const stop = new AbortController();
  const work = pushThrough(app, options, stop.signal);
  // Ends before the API does, so that no request is cut off.
  prepared.beforeEnd(async () => {
    stop.abort();
    await work.catch(() => undefined);
  });
  try {
    const made = await work;
    const duration = writeDuration((performance.now() - begun) / 1000);
    const address = `http://localhost:${prepared.settings.PORT || 3000}`;
    const report = { ...options, ...made, duration, address };
    const text = options.json ? JSON.stringify(reportOf(report), null, 2) : writeReport(report);
    process.stdout.write(`${text}\n`);
  } catch (error) {
    process.exitCode = explain(error, options);
  }
}

/** @returns the exit code; throws unexpected errors */
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
async function startOwnApi(prepared: PreparedProcess): Promise<NestExpressApplication> {
  const settings = ownSettings(prepared.settings);
  // Standard output is for the report.
  const module = AppModule.forRoot(settings, prepared.databaseUrl, false, STANDARD_ERROR);
  const app = await createHttpApplication(module, settings);
  prepared.beforeEnd(() => app.close());
  await app.listen(0, '127.0.0.1');
  return app;
}

async function pushThrough(
  app: NestExpressApplication,
  options: Options,
  stop: AbortSignal,
): Promise<{ token: string; world: World }> {
  const { until = dayIn('UTC', new Date()), organization, people, projects, months, seed } = options;
  const { port } = (app.getHttpServer() as { address(): AddressInfo }).address();
  const installation = app.get(InstallationService);
  const made = await installation.createToken({ organization, email: emailAddress, scopes: ['admin'] });
  const { token, id, organization_id: organizationId } = made;
  const intake = app.get(TimesheetEntryIntake);
  try {
    const world = await runSeed({
      url: `http://127.0.0.1:${port}`,
      token,
      content: { people, projects, months, seed, until },
      take: async (entries) => void (await intake.take(organizationId, entries)),
      view: process.stderr.isTTY
        ? barView()
        : lineView((line) => process.stderr.write(`${line}\n`), 'requests'),
      stop,
    });
    return { token, world };
  } catch (error) {
    // The token was never shown.
    await installation.revokeToken(organization, id);
    throw error;
  }
}

/** Without a rate limit, and without counting for the one that other processes share over Redis. */
const ownSettings = (settings: ProgramSettings): ProgramSettings => ({
  ...settings,
  LOG_LEVEL: 'error',
  RATE_LIMIT_REQUESTS: 1_000_000_000,
  RATE_LIMIT_ORGANIZATION_REQUESTS: 1_000_000_000,
  REDIS_URL: undefined,
});
