import { defineContext } from '../../platform/contexts/index.js';
import * as topics from './sales.events.js';
import { SalesModule } from './sales.module.js';

export const sales = defineContext({
  name: 'sales',
  module: SalesModule,
  scopes: ['sales'],
  topics,
  tags: {
    Clients: 'The customers that projects belong to.',
    Pipelines: 'The sales stages of a CRM.',
  },
});
