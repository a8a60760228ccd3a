import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Operation } from './api-description.js';

type Json = Record<string, unknown>;

/** A word that nothing but planted values contain. */
export const CANARY = 'zqxcanary';

export const CANARY_SECRET = `whsec_${Buffer.from(CANARY.repeat(3)).toString('base64')}`;

let planted = 0;

/** A value for every text that a body may hold, unlike every one before it; members of other kinds are left out. */
export function plantedBody({ requestBody }: Operation, components: Json): unknown {
  const schema = requestBody?.content['application/json']?.schema;
  return schema && valueFor(schema, components.schemas as Record<string, Json>);
}

function valueFor(schema: Json, schemas: Record<string, Json>): unknown {
  const reference = schema.$ref as string | undefined;
  if (reference !== undefined) return valueFor(schemas[reference.split('/').at(-1) ?? ''] ?? {}, schemas);
  const { properties, items, additionalProperties } = schema as Record<string, Json | undefined>;
  if (properties) {
    const values = Object.entries(properties).map(([name, one]) => [name, valueFor(one as Json, schemas)]);
    return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as Json;
  }
  if (items) {
    const item = valueFor(items, schemas);
    return item === undefined ? undefined : [item];
  }
  if (additionalProperties) return { [CANARY]: CANARY };
  return [schema.type].flat().includes('string') ? textFor(schema) : undefined;
}

function textFor({ format, pattern, maxLength = 0, enum: choices }: Json): string | undefined {
  planted += 1;
  switch (format) {
    case 'uri':
      return `https://192.0.2.1/${CANARY}/${planted}?key=${CANARY}`;
    case 'password':
      return CANARY_SECRET;
    default:
      return format === undefined && !choices && Number(maxLength) >= 100 ? matching(pattern) : undefined;
  }
}

function matching(pattern: unknown): string | undefined {
  const texts = [`${CANARY} ${planted}`, `${CANARY}.${planted}@example.com`];
  return texts.find((text) => typeof pattern !== 'string' || new RegExp(pattern, 'u').test(text));
}

/**
 * Makes each row that is written from now on stumble over its own values, in the way that the table `canary_mode` says:
 * the messages and details of PostgreSQL then hold them.
 */
export const SABOTAGE = `
  CREATE TABLE canary_mode AS SELECT NULL::text AS mode;
  CREATE TABLE canary_checked (value text CONSTRAINT canary_check CHECK (value = ''), other text NOT NULL);
  CREATE TABLE canary_unique (value text CONSTRAINT canary_key UNIQUE);
  CREATE TABLE canary_reference (value text CONSTRAINT canary_fkey REFERENCES canary_unique (value));
  CREATE FUNCTION stumble() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    value text := NEW::text;
  BEGIN
    CASE (SELECT mode FROM canary_mode)
      WHEN 'uuid' THEN PERFORM value::uuid;
      WHEN 'number' THEN PERFORM value::numeric;
      WHEN 'date' THEN PERFORM value::timestamptz;
      WHEN 'json' THEN PERFORM value::jsonb;
      WHEN 'check' THEN INSERT INTO canary_checked VALUES (value, value);
      WHEN 'not null' THEN INSERT INTO canary_checked VALUES ('', NULL);
      WHEN 'unique' THEN INSERT INTO canary_unique VALUES (value), (value);
      WHEN 'reference' THEN INSERT INTO canary_reference VALUES (value);
      WHEN 'length' THEN PERFORM value::varchar(3)::int;
      WHEN 'syntax' THEN EXECUTE value;
      WHEN 'table' THEN EXECUTE 'SELECT ' || quote_literal(value) || ' FROM nowhere';
      WHEN 'raised' THEN RAISE EXCEPTION '%', value USING DETAIL = value, HINT = value;
      WHEN 'deadlock' THEN RAISE 'deadlock detected' USING ERRCODE = '40P01', DETAIL = value;
      WHEN 'lock' THEN RAISE 'canceling statement due to lock timeout' USING ERRCODE = '55P03', DETAIL = value;
      ELSE NULL;
    END CASE;
    RETURN NEW;
  END $$;
  DO $$
  DECLARE
    name text;
  BEGIN
    FOR name IN SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
      AND NOT relispartition AND relname NOT LIKE 'canary%' LOOP
      EXECUTE format('CREATE TRIGGER stumble BEFORE INSERT OR UPDATE ON %I FOR EACH ROW EXECUTE FUNCTION stumble()', name);
    END LOOP;
  END $$;`;

export const stumblings = [
  'uuid',
  'number',
  'date',
  'json',
  'check',
  'not null',
  'unique',
  'reference',
  'length',
  'syntax',
  'table',
  'raised',
  'deadlock',
  'lock',
];

/** Every log in the directory, by its name. */
export function logsIn(directory: string): Record<string, string> {
  const names = readdirSync(directory).filter((name) => name.includes('.log'));
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(directory, name), 'latin1')]));
}

/** The lines that hold one of the values, each with the log that it is in. */
export function linesWith(values: readonly string[], logs: Readonly<Record<string, string>>): string[] {
  return Object.entries(logs).flatMap(([name, text]) =>
    text
      .split('\n')
      .filter((line) => values.some((value) => line.toLowerCase().includes(value.toLowerCase())))
      .map((line) => `${name}: ${line}`),
  );
}
