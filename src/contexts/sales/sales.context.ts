import { defineContext } from '../../platform/contexts/index.js';
import { clientRecords } from './clients/client.repository.js';
import { pipelineRecords } from './pipelines/pipeline.repository.js';
import { stageRecords } from './pipelines/pipeline-stage.repository.js';
import * as resources from './sales.resources.js';
import * as topics from './sales.events.js';
import { SalesModule } from './sales.module.js';

export const sales = defineContext({
  name: 'sales',
  module: SalesModule,
  scopes: ['sales'],
  resources: Object.values(resources),
  records: {
    client: clientRecords,
    pipeline: pipelineRecords,
    pipelinestage: stageRecords,
  },
  topics,
  tags: {
    Clients: 'The customers that projects belong to.',
    Pipelines: 'The sales stages of a CRM.',
  },
});
