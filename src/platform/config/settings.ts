import { declaredFaults, declaredSettings, declareSettings } from './declared-settings.js';
import { eventSettingDefinitions } from './event-settings.js';
import { webSettingDefinitions } from './web-settings.js';
import { writeSettingDefinitions } from './write-settings.js';
import { define, type ValuesOf } from './setting-definition.js';
import {
  integerBetween,
  optionalInteger,
  optionalText,
  optionalUrl,
  oneOf,
  text,
  trustProxy,
} from './setting-readers.js';

const definitions = {
  HOST: define({ description: 'Address the API listens on.', fallback: '0.0.0.0', read: text }),
  PORT: define({
    description: 'TCP port of the API; 0 picks a free one.',
    fallback: '3000',
    read: integerBetween(0, 65_535),
  }),
  DATABASE_URL: define({
    description:
      'PostgreSQL 15 or newer, postgresql://user:password@host:port/database. Absent: the embedded server.',
    read: optionalUrl('postgres:', 'postgresql:'),
  }),
  DATA_DIRECTORY: define({
    description: 'Where the embedded PostgreSQL keeps its data. Absent: .data here, for root below /var/lib.',
    read: optionalText,
  }),
  DATABASE_POOL_SIZE: define({
    description:
      'Connections to PostgreSQL that one process keeps at most; one that delivers opens up to four more where PostgreSQL is the queue.',
    fallback: '20',
    read: integerBetween(2, 1000),
  }),
  DATABASE_POOL_WAIT_MS: define({
    description:
      'How long a request waits for a connection to PostgreSQL, until one is free or made, before it is refused with 503, in milliseconds.',
    fallback: '2000',
    read: integerBetween(100, 60_000),
  }),
  DATABASE_LOCK_TIMEOUT_MS: define({
    description:
      'How long a statement of a request waits for what another one holds, before it is refused with 503, in milliseconds.',
    fallback: '5000',
    read: integerBetween(100, 60_000),
  }),
  DATABASE_PIPELINE: define({
    description:
      'How statements that follow each other are sent: own, in one packet, or pg, by the pipeline of the library pg, which takes more processor time.',
    fallback: 'own',
    read: oneOf('own', 'pg'),
  }),
  DATABASE_ROWS: define({
    description:
      'How rows of lists become JSON: own, from the bytes that PostgreSQL sends, or pg, by way of records of the library pg, which takes more processor time.',
    fallback: 'own',
    read: oneOf('own', 'pg'),
  }),
  REDIS_URL: define({
    description:
      'Redis that shares the rate limit between processes and has their queue, redis://host:port. Absent: each process counts alone, and PostgreSQL has the queue.',
    read: optionalUrl('redis:', 'rediss:'),
  }),
  EXTENSIONS: define({
    description:
      'Contexts of others that are part of this installation, comma-separated: packages, or paths such as ./extensions/skills. Every process must have the same. Empty: none.',
    fallback: '',
    read: optionalText,
  }),
  SHUTDOWN_DELAY_SECONDS: define({
    description:
      'How long a process that stops goes on taking requests while its readiness says that it stops, in seconds, so that load balancers have seen it.',
    fallback: '0',
    read: integerBetween(0, 300),
  }),
  METRICS_PORT: define({
    description:
      'TCP port of metrics for Prometheus and of health checks, beside those of the API; 0 picks a free one. Absent: none.',
    read: optionalInteger(0, 65_535),
  }),
  METRICS_HOST: define({
    description: 'Address that METRICS_PORT listens on.',
    fallback: '127.0.0.1',
    read: text,
  }),
  LOG_LEVEL: define({
    description: 'Least severe log line that is written.',
    fallback: 'info',
    read: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  }),
  REQUEST_TIMEOUT_SECONDS: define({
    description:
      'How long a request may take to come whole, and how long a client may take nothing of its response, in seconds.',
    fallback: '60',
    read: integerBetween(1, 3600),
  }),
  TRUST_PROXY: define({
    description:
      'Reverse proxies in front: their number, or a comma-separated list of their addresses. 0: none.',
    fallback: '0',
    read: trustProxy,
  }),
  RATE_LIMIT_REQUESTS: define({
    description: 'Requests a user may make per window.',
    fallback: '100',
    read: integerBetween(1, 1_000_000_000),
  }),
  RATE_LIMIT_ORGANIZATION_REQUESTS: define({
    description:
      'Requests that all users of an organization may make together per window. Absent: ten times RATE_LIMIT_REQUESTS.',
    derive: ({ RATE_LIMIT_REQUESTS }) => 10 * Number(RATE_LIMIT_REQUESTS),
    read: integerBetween(1, 10_000_000_000),
  }),
  RATE_LIMIT_WINDOW_SECONDS: define({
    description: 'Length of the fixed rate-limit window, in seconds.',
    fallback: '60',
    read: integerBetween(1, 86_400),
  }),
  RATE_LIMIT_UNAUTHENTICATED_REQUESTS: define({
    description:
      'Requests with neither a valid token nor a session that one address, or one IPv6 network of 64 bits, may make per window.',
    fallback: '300',
    read: integerBetween(1, 1_000_000_000),
  }),
  RATE_LIMIT_WEB_REQUESTS: define({
    description:
      'Requests that a user who is signed in may make per window, beside those with access tokens.',
    fallback: '600',
    read: integerBetween(1, 1_000_000_000),
  }),
  DOCS: define({
    description: 'Whether Swagger UI at /docs and the API description are served: on or off.',
    fallback: 'on',
    read: oneOf('on', 'off'),
  }),
  HTTP_MESSAGES: define({
    description:
      "How requests and responses are made: own, which takes less processor time, or express, Express's own way.",
    fallback: 'own',
    read: oneOf('own', 'express'),
  }),
  ...webSettingDefinitions,
  ...writeSettingDefinitions,
  ...eventSettingDefinitions,
};

export type Settings = ValuesOf<typeof definitions>;

declareSettings({ definitions });

export const SETTINGS = Symbol('SETTINGS');

export class SettingsError extends Error {}

/** @throws SettingsError naming every invalid variable and what it must be, after the `known` faults */
export function readSettings(environment: NodeJS.ProcessEnv, known: readonly string[] = []): Settings {
  const faults = [...known];
  const values: Record<string, unknown> = {};
  for (const [key, definition] of Object.entries(declaredSettings())) {
    try {
      const text = environment[key]?.trim() || definition.fallback;
      values[key] =
        text === undefined && definition.derive ? definition.derive(values) : definition.read(text);
    } catch (error) {
      faults.push(`${key} ${(error as Error).message}`);
    }
  }
  faults.push(...declaredFaults(values));
  if (faults.length > 0) throw new SettingsError(`These settings cannot be used:\n  ${faults.join('\n  ')}`);
  return values as Settings;
}
