import { defineContext } from '../../platform/contexts/index.js';
import * as resources from './delivery.resources.js';
import * as topics from './delivery.events.js';
import { DeliveryModule } from './delivery.module.js';

export const delivery = defineContext({
  name: 'delivery',
  module: DeliveryModule,
  scopes: ['delivery'],
  resources: Object.values(resources),
  topics,
  tags: {
    Projects: 'Engagements for a client, or internal ones.',
    Offerings:
      'Scopes or phases of the work of a project, each with its billing model, and what they cost and earn.',
    'Offering roles': 'The roles planned in an offering: who fills them, and the hours planned for each day.',
  },
});
