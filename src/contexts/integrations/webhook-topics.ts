import { declaredTopics, patternsFor, topic, type Topic } from '../../platform/events/index.js';

export const webhookPing = topic('webhook.ping', {
  meaning: 'Somebody asked for it with `POST /v1/webhook-subscribers/{id}/ping`.',
  subject: 'The webhook subscriber.',
  payload: {},
});

const namesOf = (topics: readonly Topic[]): string[] => topics.map(({ name }) => name);

export const deliverableTopics = (): Topic[] => declaredTopics().filter(({ audience }) => !audience);

export const webhookTopics = (): string[] => namesOf(deliverableTopics());

export const withheldTopics = (): string[] => namesOf(declaredTopics().filter(({ audience }) => audience));

export const topicPatterns = (): string[] => patternsFor(webhookTopics());

export const sentTopics = (): string[] => [...webhookTopics(), webhookPing.name];
