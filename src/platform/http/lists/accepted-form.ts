import type { Request } from 'express';

// With its charset a type meets those that are asked for with it, and those without.
const forms = {
  'application/json; charset=utf-8': 'json',
  'text/csv; charset=utf-8': 'csv',
  'application/x-ndjson; charset=utf-8': 'ndjson',
} as const;

export type ListForm = (typeof forms)[keyof typeof forms];

export const exportTypes = { csv: 'text/csv; charset=utf-8', ndjson: 'application/x-ndjson' } as const;

const types = Object.keys(forms) as (keyof typeof forms)[];

export function acceptedForm(request: Request): ListForm {
  const { accept } = request.headers;
  if (accept === undefined || accept === '*/*' || accept === 'application/json') return 'json';
  const type = request.accepts(types);
  return type === false ? 'json' : forms[type as keyof typeof forms];
}
