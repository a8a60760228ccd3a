import { describe, expect, it } from '@jest/globals';
import type { RestoreSummary } from '../backup/restore.js';
import { describeRestore } from './restore-report.js';

const summary: RestoreSummary = {
  created_at: '2026-11-22T10:00:00.000Z',
  program: '1.2.3',
  tables: 36,
  rows: 7_581_356,
  left_out: [],
  key: 'not_needed',
  key_place: '/data/webhook-secret.key',
  key_fingerprint: '0123456789abcdef',
  waiting: { deliveries: 0, events: 0, subscribers: 0 },
  disabled_subscribers: 0,
};
const waiting = { deliveries: 3, events: 2, subscribers: 1 };

describe('what is said of a restore', () => {
  it('is what was restored, where there is nothing else to know', () => {
    expect(describeRestore(summary)).toBe(
      'Restored 7,581,356 rows of 36 tables of 2026-11-22T10:00:00.000Z (program 1.2.3).',
    );
  });

  it('is also what has to be done about the key, what is sent, and what was left out', () => {
    const text = describeRestore({
      ...summary,
      key: 'missing',
      waiting,
      left_out: ['"invoices"', '"x"."y"'],
    });
    expect(text.split('\n').slice(1)).toEqual([
      'Left out, because the program does not know these tables: "invoices", "x"."y".',
      "The key of the webhooks' secrets is missing (0123456789abcdef): copy webhook-secret.key of the old machine to /data/webhook-secret.key, or set WEBHOOK_SECRET_KEY, before the program starts.",
      'Waiting for 1 webhook subscriber: 3 deliveries and 2 new events. They are sent as soon as the program starts.',
    ]);
  });

  it('is that nothing is sent, where subscribers were disabled', () => {
    const text = describeRestore({ ...summary, key: 'present', waiting, disabled_subscribers: 2 });
    expect(text.split('\n').slice(1)).toEqual([
      "The key of the webhooks' secrets is there: /data/webhook-secret.key.",
      '2 webhook subscribers disabled: nothing is sent.',
    ]);
  });
});
