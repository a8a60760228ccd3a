import { types } from 'pg';

const plainParser = types.getTypeParser;
const text = (value: string): string => value;

/** `2026-11-21 06:30:49.1+00` becomes `2026-11-21T06:30:49.100Z`. */
export const isoInstant = (value: string): string => {
  const fraction = value.length > 22 ? value.slice(20, value.indexOf('+', 20)) : '';
  return `${value.slice(0, 10)}T${value.slice(11, 19)}.${fraction.padEnd(3, '0')}Z`;
};

const parsers = new Map<number, (value: string) => unknown>([
  [types.builtins.TIMESTAMPTZ, isoInstant],
  [types.builtins.DATE, text],
]);

/** bigint and numeric stay text. For numbers select `::int`, or `::float8`, which is exact for 15 digits. */
export const wireValues = {
  getTypeParser: (oid: number, format?: 'text'): ((value: string) => unknown) =>
    parsers.get(oid) ?? (plainParser(oid, format) as (value: string) => unknown),
};
