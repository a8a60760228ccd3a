import { describe, expect, it } from '@jest/globals';
import { currencyMustStay, defaultCardMustNotBeArchived } from './rate-card.rules.js';

const refusal = (code: string) => expect.objectContaining({ code }) as never;

describe('a rate card', () => {
  it('is the default or archived or neither, never both: rate_card.default_is_archived', () => {
    expect(() => defaultCardMustNotBeArchived({ is_default: true, is_archived: false })).not.toThrow();
    expect(() => defaultCardMustNotBeArchived({ is_default: false, is_archived: true })).not.toThrow();
    expect(() => defaultCardMustNotBeArchived({ is_default: true, is_archived: true })).toThrow(
      refusal('rate_card.default_is_archived'),
    );
  });

  it('keeps its currency: rate_card.currency_is_fixed', () => {
    expect(() => currencyMustStay(undefined)).not.toThrow();
    expect(() => currencyMustStay('EUR')).toThrow(refusal('rate_card.currency_is_fixed'));
  });
});
