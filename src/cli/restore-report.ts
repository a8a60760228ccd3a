import type { RestoreSummary } from '../backup/restore.js';

/** What was restored, and what has to be known before the program starts. */
export function describeRestore(summary: RestoreSummary): string {
  const { rows, tables, created_at, program, left_out } = summary;
  const counts = `${rows.toLocaleString('en')} rows of ${tables} tables`;
  return [
    `Restored ${counts} of ${created_at} (program ${program}).`,
    ...(left_out.length > 0
      ? [`Left out, because the program does not know these tables: ${left_out.join(', ')}.`]
      : []),
    ...describeKey(summary),
    ...describeWaiting(summary),
  ].join('\n');
}

export function describeKey({ key, key_place, key_fingerprint }: RestoreSummary): string[] {
  switch (key) {
    case 'not_needed':
      return [];
    case 'restored':
      return [`The key of the webhooks' secrets is in ${key_place} now.`];
    case 'present':
      return [`The key of the webhooks' secrets is there: ${key_place}.`];
    case 'missing':
      return [
        `The key of the webhooks' secrets is missing (${key_fingerprint}): copy webhook-secret.key of the old machine to ${key_place}, or set WEBHOOK_SECRET_KEY, before the program starts.`,
      ];
  }
}

function describeWaiting({ waiting, disabled_subscribers }: RestoreSummary): string[] {
  if (disabled_subscribers > 0)
    return [`${counted(disabled_subscribers, 'webhook subscriber')} disabled: nothing is sent.`];
  const { deliveries, events, subscribers } = waiting;
  if (subscribers === 0 || deliveries + events === 0) return [];
  const what = `${counted(deliveries, 'delivery', 'deliveries')} and ${counted(events, 'new event')}`;
  return [
    `Waiting for ${counted(subscribers, 'webhook subscriber')}: ${what}. They are sent as soon as the program starts.`,
  ];
}

const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
