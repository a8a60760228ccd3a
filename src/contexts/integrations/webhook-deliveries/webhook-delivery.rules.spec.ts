import { describe, expect, it } from '@jest/globals';
import { deliveryStates } from '../delivery-pipeline/deliveries/delivery-state.js';
import { deliveryMustBeOver, rangeMustNotBeEmpty } from './webhook-delivery.rules.js';

describe('a webhook delivery', () => {
  it('is sent once more when it is over, else webhook_delivery.not_over', () => {
    const over = deliveryStates.filter((state) => {
      try {
        deliveryMustBeOver(state);
        return true;
      } catch (error) {
        expect(error).toMatchObject({ kind: 'conflict', code: 'webhook_delivery.not_over' });
        return false;
      }
    });
    expect(over).toEqual(['delivered', 'exhausted']);
  });
});

describe('a range of deliveries', () => {
  const range = (created_after: string, created_before: string) => () =>
    rangeMustNotBeEmpty({ created_after, created_before });

  it('ends after it begins, whatever the zones it is written in: request.invalid', () => {
    expect(range('2026-11-21T07:00:00+02:00', '2026-11-21T06:00:00Z')).not.toThrow();
    for (const end of ['2026-11-21T06:00:00Z', '2026-11-21T06:30:00+01:00']) {
      expect(range('2026-11-21T06:00:00Z', end)).toThrow(
        expect.objectContaining({ kind: 'invalid', members: { created_before: [expect.any(String)] } }),
      );
    }
  });
});
