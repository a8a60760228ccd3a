import type { Request } from 'autocannon';
import type { Random } from '../../../src/seed/world/random.js';
import { addDays, type CalendarDate } from '../../../src/platform/values/calendar/calendar-date.js';
import type { BenchDatabase } from '../servers/bench-database.js';
import { fillFeed, FEED_SIZE } from './feed.js';
import { idOf, type DataSetSize } from '../../support/databases/large-data-set.js';

/** What the requests are about. */
export interface Scene {
  readonly organizationId: string;
  readonly size: DataSetSize;
  /** How many of the projects are asked for, at even distances. */
  readonly askedProjects: number;
  /** Of LARGE, so that what is asked for grows with the tables. */
  readonly factor: number;
  readonly today: CalendarDate;
}

export interface Workload {
  readonly name: string;
  readonly title: string;
  /** What the API has to reach, as a share of the bare handler, or of another workload of its own. */
  readonly target: number;
  readonly shareOf?: string;
  /** Done by one request, where those of the other workload are compared. */
  readonly operations?: number;
  /** Adds what it reads and the data set does not have. */
  readonly prepare?: (database: BenchDatabase, scene: Scene) => Promise<void>;
  /** What it wrote or what was prepared is removed. */
  readonly writes?: boolean;
  readonly request: (scene: Scene, random: Random) => Request;
  /** Of large requests fewer are kept ready, and sent over fewer connections. */
  readonly load?: { readonly connections: number; readonly variety: number };
  /** Members that no two answers have in common, at any depth. */
  readonly ownMembers?: readonly string[];
}

/** Written days lie behind all others, so that they change no other answer and are found again. */
export const firstWrittenDay = (today: CalendarDate): CalendarDate => addDays(today, 400);
const WRITTEN_DAYS = 300;
const PLANNED_DAYS = 100;
const BATCH_SIZE = 20;
const FEED_PAGE = 500;

const get = (path: string): Request => ({ method: 'GET', path });
const post = (path: string, body: unknown): Request => ({ method: 'POST', path, body: JSON.stringify(body) });

/** Projects are counted from 1. */
const anyProject = ({ size, askedProjects }: Scene, random: Random): number =>
  1 + Math.floor(size.projects / askedProjects) * random.between(0, askedProjects - 1);

/** An offering role with everything above it, as the data set has it. */
function anyRole(scene: Scene, random: Random) {
  const { size } = scene;
  const project = anyProject(scene, random);
  const offering = (project - 1) * size.offeringsPerProject + random.between(1, size.offeringsPerProject);
  const role = (offering - 1) * size.rolesPerOffering + random.between(1, size.rolesPerOffering);
  return {
    role: idOf('offeringRoles', role),
    offering: idOf('offerings', offering),
    project: idOf('projects', project),
    person: idOf('people', ((role * 7) % size.people) + 1),
  };
}

const writtenDay = ({ today }: Scene, random: Random): CalendarDate =>
  addDays(firstWrittenDay(today), random.between(0, WRITTEN_DAYS));

function actualTime(scene: Scene, random: Random) {
  const { offering, person } = anyRole(scene, random);
  return {
    project_offering_id: offering,
    person_id: person,
    recorded_date: writtenDay(scene, random),
    hours: random.between(1, 32) / 4,
    billable: true,
    description: 'Workshop with the product team',
  };
}

const changesAfter = (random: Random): string =>
  `/v1/changes?cursor=${random.between(0, FEED_SIZE - FEED_PAGE - 1)}&pageSize=${FEED_PAGE}`;

export const createActualTime = (scene: Scene, random: Random): Request =>
  post('/v1/actual-time', actualTime(scene, random));

export const createActualTimes = (scene: Scene, random: Random, count: number): Request =>
  post('/v1/actual-time/bulk', {
    mode: 'atomic',
    entries: Array.from({ length: count }, () => actualTime(scene, random)),
  });

export const workloads: readonly Workload[] = [
  {
    name: 'W1',
    title: 'One project by id, with offerings and KPIs',
    target: 1,
    request: (scene, random) => get(`/v1/projects/${idOf('projects', anyProject(scene, random))}`),
  },
  {
    name: 'W2',
    title: 'A page of 500 people, with total',
    target: 1,
    request: () => get('/v1/people?pageSize=500'),
  },
  {
    name: 'W3',
    title: '50 projects of a client, with total',
    target: 0.75,
    request: ({ size }, random) =>
      get(`/v1/projects?client_id=${idOf('clients', random.between(1, size.clients))}&pageSize=50`),
  },
  {
    name: 'W4',
    title: 'Actual time, default window, 500 of it, with total',
    target: 1.5,
    request: () => get('/v1/actual-time?pageSize=500'),
  },
  {
    name: 'W4b',
    title: 'The same over a year, any page of 500 from the 500th to the 5,000th',
    target: 0.5,
    shareOf: 'W4',
    request: ({ factor, today }, random) => {
      const page = random.between(Math.ceil(500 * factor), Math.floor(5000 * factor));
      return get(
        `/v1/actual-time?start_date=${addDays(today, -364)}&end_date=${today}&pageSize=500&page=${page}`,
      );
    },
  },
  {
    name: 'W5',
    title: 'One actual time created',
    target: 0.6,
    writes: true,
    ownMembers: ['id', 'created_date', 'modified_date'],
    request: createActualTime,
  },
  {
    name: 'W6',
    title: '100 planned days applied',
    target: 0.6,
    writes: true,
    request: (scene, random) => {
      const { project, offering, role } = anyRole(scene, random);
      const first = writtenDay(scene, random);
      const days = Array.from({ length: PLANNED_DAYS }, (_, day) => ({
        plan_date: addDays(first, day),
        hours: random.between(1, 32) / 4,
      }));
      return post(`/v1/projects/${project}/offerings/${offering}/roles/${role}/planned-time`, days);
    },
  },
  {
    name: 'W7',
    title: 'Metrics of one offering',
    target: 0.85,
    ownMembers: ['calculated_date'],
    request: (scene, random) => {
      const { project, offering } = anyRole(scene, random);
      return get(`/v1/projects/${project}/offerings/${offering}/metrics`);
    },
  },
  {
    name: 'W9',
    title: '1,000 actual times created in bulk',
    target: 0.5,
    writes: true,
    load: { connections: 4, variety: 3 },
    ownMembers: ['id', 'created_date', 'modified_date'],
    request: (scene, random) => createActualTimes(scene, random, 1000),
  },
  {
    name: 'W10',
    title: '500 changes of the feed',
    target: 0.75,
    prepare: fillFeed,
    writes: true,
    load: { connections: 16, variety: 200 },
    request: (_scene, random) => get(changesAfter(random)),
  },
  {
    name: 'W10b',
    title: 'The same with the records',
    target: 0.75,
    prepare: fillFeed,
    writes: true,
    load: { connections: 16, variety: 200 },
    request: (_scene, random) => get(`${changesAfter(random)}&expand=resource`),
  },
  {
    name: 'W11',
    title: `${BATCH_SIZE} actual times created in one batch`,
    target: 3,
    shareOf: 'W5',
    operations: BATCH_SIZE,
    writes: true,
    load: { connections: 16, variety: 20 },
    ownMembers: ['id', 'created_date', 'modified_date', 'headers'],
    request: (scene, random) =>
      post('/v1/batch', {
        mode: 'atomic',
        operations: Array.from({ length: BATCH_SIZE }, () => ({
          method: 'POST',
          path: '/v1/actual-time',
          body: actualTime(scene, random),
        })),
      }),
  },
];

/** Exports, which are too long to be asked for again and again. */
export const EXPORTS = 'W12';

/** Webhook deliveries, which are no requests to the API. */
export const DELIVERIES = 'W8';

export const allNames: readonly string[] = [...workloads.map(({ name }) => name), DELIVERIES, EXPORTS];
