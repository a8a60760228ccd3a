import type { Schemas } from '../../api/client.js';

export type Hour = Schemas['WebhookSubscriberHourResponse'];

export interface HealthSum {
  readonly delivered: number;
  readonly waiting: number;
  readonly failed: number;
}

export const sumOf = ({
  delivered,
  pending,
  queued,
  sending,
  parked,
  exhausted,
  cancelled,
}: Hour): HealthSum => ({
  delivered,
  waiting: pending + queued + sending + parked,
  failed: exhausted + cancelled,
});

export const totalOf = (hours: readonly Hour[]): HealthSum =>
  hours.map(sumOf).reduce(
    (sum, { delivered, waiting, failed }) => ({
      delivered: sum.delivered + delivered,
      waiting: sum.waiting + waiting,
      failed: sum.failed + failed,
    }),
    { delivered: 0, waiting: 0, failed: 0 },
  );

export const inWords = ({ delivered, waiting, failed }: HealthSum): string => {
  const parts = [
    [delivered, 'delivered'],
    [waiting, 'waiting'],
    [failed, 'not delivered'],
  ] as const;
  const some = parts.filter(([count]) => count > 0);
  return some.length === 0 ? 'nothing sent' : some.map(([count, words]) => `${count} ${words}`).join(', ');
};
