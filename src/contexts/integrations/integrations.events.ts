import { created, deleted, forAdministrators, modified } from '../../platform/events/index.js';

export const webhookSubscriberCreated = forAdministrators(created('webhooksubscriber', 'webhook subscriber'));
export const webhookSubscriberModified = forAdministrators(
  modified('webhooksubscriber', 'webhook subscriber'),
);
export const webhookSubscriberDeleted = forAdministrators(deleted('webhooksubscriber', 'webhook subscriber'));
