import { defineContext } from '../../platform/contexts/index.js';
import * as resources from './sales.resources.js';
import * as topics from './sales.events.js';
import { SalesModule } from './sales.module.js';

export const sales = defineContext({
  name: 'sales',
  module: SalesModule,
  scopes: ['sales'],
  resources: Object.values(resources),
  topics,
  tags: {
    Clients: 'The customers that projects belong to.',
    Pipelines: 'The sales stages of a CRM.',
  },
});
