import { defineContext } from '../../platform/contexts/index.js';
import { clientRecords } from './clients/client.repository.js';
import { ClientResponse } from './clients/client.dto.js';
import { pipelineRecords } from './pipelines/pipeline.repository.js';
import { PipelineResponse } from './pipelines/pipeline.dto.js';
import { stageRecords } from './pipelines/pipeline-stage.repository.js';
import { PipelineStageResponse } from './pipelines/pipeline-stage.dto.js';
import * as resources from './sales.resources.js';
import * as topics from './sales.events.js';
import { SalesModule } from './sales.module.js';

export const sales = defineContext({
  name: 'sales',
  module: SalesModule,
  scopes: ['sales'],
  resources: Object.values(resources),
  records: {
    client: { ...clientRecords, response: ClientResponse },
    pipeline: { ...pipelineRecords, response: PipelineResponse },
    pipelinestage: { ...stageRecords, response: PipelineStageResponse },
  },
  topics,
  tags: {
    Clients: 'The customers that projects belong to.',
    Pipelines: 'The sales stages of a CRM.',
  },
});
