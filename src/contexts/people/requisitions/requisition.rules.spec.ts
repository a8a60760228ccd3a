import { describe, expect, it } from '@jest/globals';
import { requisitionMustBeUsable } from './requisition.rules.js';

describe('a requisition', () => {
  it('must not be closed to be assigned: requisition.not_usable', () => {
    expect(() => requisitionMustBeUsable(true, 'assignment.id')).not.toThrow();
    expect(() => requisitionMustBeUsable(false, 'assignment.id')).toThrow(
      expect.objectContaining({ code: 'requisition.not_usable', kind: 'unprocessable' }),
    );
  });
});
