import type { DeliveryModel, ModelOffering, ModelRole } from './delivery-model.js';

export type Json = Record<string, unknown>;

/** A request, every code that may refuse it (none: it has to succeed), and what it does to the model. */
export interface Attempt {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly refusals: readonly string[];
  done(answer: Json): void;
}

/** Numbers that an operation takes its choices from. */
export type Picks = readonly number[];

export type Operations = Record<string, (model: DeliveryModel, picks: Picks) => Attempt | null>;

export const days = ['2026-03-02', '2026-03-03', '2026-03-04', '2026-12-30', '2026-12-31'];
/** Hundredths of an hour. */
export const goodHours = [10, 25, 800, 2400];
export const badHours = [-100, 2500, 0.5];

export const pick = <Choice>(choices: readonly Choice[], number = 0): Choice =>
  choices[number % choices.length] as Choice;

export const when = (isSo: boolean, code: string): string[] => (isSo ? [code] : []);

export const over = <Record>(
  records: readonly Record[],
  number: number | undefined,
  attempt: (record: Record) => Attempt,
): Attempt | null => (records.length === 0 ? null : attempt(pick(records, number)));

export const pathOf = (offering: ModelOffering, role?: ModelRole): string =>
  `/v1/projects/${offering.project.id}/offerings/${offering.id}${role ? `/roles/${role.id}` : ''}`;
