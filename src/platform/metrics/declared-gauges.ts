import type { Type } from '@nestjs/common';

export interface GaugeDefinition<Reading> {
  /** A counter only grows while the process runs. */
  readonly kind: 'gauge' | 'counter';
  readonly name: string;
  readonly help: string;
  /** Set when `read` returns a number per label value. */
  readonly label?: string;
  /** null: unknown, left out. */
  read(this: void, reading: Reading): number | Readonly<Record<string, number>> | null;
}

export interface GaugeGroup<Reading = unknown> {
  /** null: all unknown. */
  readonly source: Type<{ measure(): Promise<Reading | null> }>;
  readonly gauges: readonly GaugeDefinition<Reading>[];
}

const declared: GaugeGroup[] = [];

export function declareGauges(group: GaugeGroup): void {
  const known = new Set(declared.flatMap(({ gauges }) => gauges.map(({ name }) => name)));
  const twice = group.gauges.find(({ name }) => known.has(name));
  if (twice) throw new Error(`The gauge ${twice.name} is declared twice.`);
  declared.push(group);
}

export const declaredGauges = (): readonly GaugeGroup[] => declared;
