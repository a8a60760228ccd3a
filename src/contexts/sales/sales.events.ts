import { created, idMember, modified } from '../../platform/events/index.js';

const pipelineId = idMember('The pipeline of the stage.');

export const clientCreated = created('client', 'client');
export const clientModified = modified('client', 'client');
export const pipelineCreated = created('pipeline', 'pipeline');
export const pipelineModified = modified('pipeline', 'pipeline');
export const pipelineStageCreated = created('pipelinestage', 'pipeline stage', { pipelineId });
export const pipelineStageModified = modified('pipelinestage', 'pipeline stage', { pipelineId });
