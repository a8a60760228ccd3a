import { describe, expect, it } from '@jest/globals';
import {
  subscriberLimitMustNotBeReached,
  subscriberMustBeEnabled,
  topicMustBeSubscribed,
  urlMustBeSafe,
} from './webhook-subscriber.rules.js';

const refusal = (kind: string, code: string) => expect.objectContaining({ kind, code }) as never;

describe('a webhook subscriber', () => {
  it('is one of a limited number: webhook_subscriber.limit_reached', () => {
    expect(() => subscriberLimitMustNotBeReached(19, 20)).not.toThrow();
    expect(() => subscriberLimitMustNotBeReached(20, 20)).toThrow(
      refusal('conflict', 'webhook_subscriber.limit_reached'),
    );
  });

  it('has an address that may be sent to: request.invalid names url and says why not', () => {
    expect(() => urlMustBeSafe(null)).not.toThrow();
    expect(() => urlMustBeSafe('must not be private')).toThrow(
      expect.objectContaining({ kind: 'invalid', members: { url: ['must not be private'] } }),
    );
  });

  it('is enabled when something is to be sent at once: webhook_subscriber.disabled', () => {
    expect(() => subscriberMustBeEnabled('enabled')).not.toThrow();
    expect(() => subscriberMustBeEnabled('disabled')).toThrow(
      refusal('conflict', 'webhook_subscriber.disabled'),
    );
  });

  it('loses topics that it has, as they were written: webhook_subscription.not_found', () => {
    expect(() => topicMustBeSubscribed(['project.*'], 'project.*')).not.toThrow();
    expect(() => topicMustBeSubscribed(['project.*'], 'project.created')).toThrow(
      refusal('not_found', 'webhook_subscription.not_found'),
    );
  });
});
