import { describe, expect, it } from '@jest/globals';
import { clientMustBeUsable } from './client.rules.js';

describe('a client', () => {
  it('must be in use to be referred to: client.not_usable', () => {
    expect(() => clientMustBeUsable(true, 'client_id')).not.toThrow();
    expect(() => clientMustBeUsable(false, 'client_id')).toThrow(
      expect.objectContaining({ code: 'client.not_usable', kind: 'unprocessable' }),
    );
  });
});
