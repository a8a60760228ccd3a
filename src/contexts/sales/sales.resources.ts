import { defineResource } from '../../platform/resources/index.js';
import { clientNotFound } from './clients/client.rules.js';
import { stageNotFound } from './pipelines/pipeline-stage.rules.js';
import { pipelineNotFound } from './pipelines/pipeline.rules.js';

export const clientResource = defineResource({
  type: 'client',
  noun: 'client',
  table: 'clients',
  notFound: clientNotFound,
  crmIdentifiers: { table: 'client_crm_identifiers', owner: 'client_id' },
  hasNames: true,
});

export const pipelineResource = defineResource({
  type: 'pipeline',
  noun: 'pipeline',
  table: 'pipelines',
  notFound: pipelineNotFound,
  crmIdentifiers: { table: 'pipeline_crm_identifiers', owner: 'pipeline_id' },
  hasNames: true,
});

export const stageResource = defineResource({
  type: 'pipelinestage',
  noun: 'stage',
  table: 'pipeline_stages',
  notFound: stageNotFound,
  parent: { resource: pipelineResource, column: 'pipeline_id' },
  crmIdentifiers: { table: 'pipeline_stage_crm_identifiers', owner: 'stage_id' },
  hasNames: true,
});
