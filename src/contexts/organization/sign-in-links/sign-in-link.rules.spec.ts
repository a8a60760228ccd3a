import { describe, expect, it } from '@jest/globals';
import { userMustBeAbleToSignIn } from './sign-in-link.rules.js';

describe('a link to sign in', () => {
  it('is for no service: sign_in_link.of_service', () => {
    expect(() => userMustBeAbleToSignIn({ type: 'service', isArchived: false })).toThrow(
      expect.objectContaining({ code: 'sign_in_link.of_service', kind: 'conflict' }),
    );
  });

  it('is for nobody who is archived: sign_in_link.of_archived', () => {
    expect(() => userMustBeAbleToSignIn({ type: 'person', isArchived: true })).toThrow(
      expect.objectContaining({ code: 'sign_in_link.of_archived', kind: 'conflict' }),
    );
    expect(() => userMustBeAbleToSignIn({ type: 'person', isArchived: false })).not.toThrow();
  });
});
