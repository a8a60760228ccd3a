import type { Schemas } from '../api/client.js';

export type ProjectStatus = Schemas['ProjectStatus'];

export const wordsOfStatus: Readonly<Record<ProjectStatus, string>> = {
  pre_sale: 'For sale',
  awaiting_start: 'Awaiting start',
  in_progress: 'In progress',
  on_hold: 'On hold',
  completed: 'Completed',
};

export const kindOfStatus = {
  pre_sale: 'off',
  awaiting_start: 'waiting',
  in_progress: 'good',
  on_hold: 'waiting',
  completed: 'off',
} as const satisfies Record<ProjectStatus, string>;

export const wordsOfModel: Readonly<Record<Schemas['ProjectModel'], string>> = {
  client: 'For a client',
  internal: 'Internal',
};

export const inMoney = ({ amount, currency_code }: Schemas['Money']): string =>
  new Intl.NumberFormat(undefined, { style: 'currency', currency: currency_code }).format(amount);

/** Without groups or rounding that would hide a difference of a hundredth. */
export const inPercent = (ratio: number): string =>
  new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 2 }).format(ratio);
