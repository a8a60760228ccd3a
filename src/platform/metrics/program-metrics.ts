import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { Counter, Gauge } from 'prom-client';
import { HealthFigures, type ProgramReading } from '../health/health-figures.js';
import { declaredGauges, type GaugeDefinition, type GaugeGroup } from './declared-gauges.js';
import { Metrics, OF_ALL } from './metrics.js';

const programGauges: GaugeGroup<ProgramReading> = {
  source: HealthFigures,
  gauges: [
    {
      kind: 'gauge',
      name: 'database_up',
      help: 'Whether PostgreSQL responds this process within two seconds.',
      read: ({ isDatabaseUp }) => Number(isDatabaseUp),
    },
    {
      kind: 'gauge',
      name: 'event_oldest_unhandled_seconds',
      help: `Time since the oldest event that a subscriber within the program has not handled. ${OF_ALL}`,
      read: ({ handlings }) => handlings && handlings.oldestSeconds,
    },
    {
      kind: 'gauge',
      name: 'event_failing_subscribers',
      help: `Subscribers within the program that failed to handle an event more than three times. ${OF_ALL}`,
      read: ({ handlings }) => handlings && handlings.failing,
    },
  ],
};

const kinds = { gauge: Gauge, counter: Counter };

@Injectable()
export class ProgramMetrics {
  constructor(
    private readonly metrics: Metrics,
    private readonly providers: ModuleRef,
  ) {
    for (const group of [programGauges, ...declaredGauges()]) {
      for (const gauge of group.gauges) this.register(gauge, group.source);
    }
  }

  private register(
    { kind, name, help, label, read }: GaugeDefinition<unknown>,
    source: GaugeGroup['source'],
  ): void {
    const collect = async (): Promise<void> => {
      const reading = await this.providers.get(source, { strict: false }).measure();
      metric.reset();
      if (label === undefined) metric.remove();
      const values = reading === null ? null : read(reading);
      if (typeof values === 'number') metric.inc(values);
      else if (values !== null && label !== undefined) {
        for (const [key, value] of Object.entries(values)) metric.inc({ [label]: key }, value);
      }
    };
    const metric = new kinds[kind]({
      name,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [this.metrics.registry],
      collect,
    }) as Gauge;
  }
}
