import { isActualTime, type World } from './world/world.js';

interface Made {
  readonly organization: string;
  readonly world: World;
  readonly token: string;
  readonly duration: string;
  readonly address: string;
}

export const reportOf = ({ organization, world, token, address }: Made): object => ({
  organization,
  token,
  address,
  counts: Object.fromEntries(countsOf(world).map(([what, count]) => [what.replaceAll(' ', '_'), count])),
});

export function writeReport({ organization, world, token, duration, address }: Made): string {
  const curl = (path: string) => `  curl -H 'X-API-KEY: ${token}' '${address}${path}'`;
  return [
    `Made "${organization}" in ${duration}:`,
    '',
    writeTable(world),
    '',
    'This is the access token of its administrator. It is shown this once:',
    '',
    `  ${token}`,
    '',
    'Try it, while the API runs (npm start):',
    '',
    curl('/v1/projects?status=in_progress'),
    curl('/v1/actual-time?pageSize=10'),
    curl('/v1/timesheet-entries?approval_status=submitted'),
    '',
    `Or open ${address}/docs, press Authorize and enter the token.`,
  ].join('\n');
}

function writeTable(world: World): string {
  return countsOf(world)
    .map(([what, count, details]) => `${what.padEnd(18)}${String(count).padStart(6)}  ${details}`.trimEnd())
    .join('\n');
}

function countsOf(world: World): [what: string, count: number, details: string][] {
  const offerings = world.projects.flatMap((project) => project.offerings);
  const roles = offerings.flatMap((offering) => offering.roles);
  const actualTime = world.work.filter(isActualTime);
  const entries = world.work.flatMap(({ approval }) => approval ?? []);
  const hours = actualTime.reduce((sum, entry) => sum + entry.hours, 0);
  return [
    ['tags', world.tags.length, ''],
    ['departments', world.departments.length, ''],
    ['roles', world.roles.length, ''],
    ['people', world.people.length, spread(world.people.map(({ workerType }) => workerType))],
    ['requisitions', world.requisitions.length, spread(world.requisitions.map(({ status }) => status))],
    ['rate cards', world.rateCards.length, ''],
    ['clients', world.clients.length, ''],
    ['pipelines', world.pipelines.length, `${world.pipelines.flatMap(({ stages }) => stages).length} stages`],
    ['projects', world.projects.length, spread(world.projects.map(({ status }) => status))],
    ['offerings', offerings.length, spread(offerings.map(({ billingModel }) => billingModel))],
    ['offering roles', roles.length, spread(roles.map(({ assignment }) => assignment?.type ?? 'nobody'))],
    ['planned days', roles.reduce((sum, { plan }) => sum + plan.length, 0), ''],
    ['actual time', actualTime.length, `${Math.round(hours)} hours`],
    ['timesheet entries', entries.length, spread(entries.map(({ status }) => status))],
  ];
}

function spread(values: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].map(([value, count]) => `${count} ${value}`).join(', ');
}
