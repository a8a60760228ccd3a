import type { Schemas } from '../api/client.js';

export type Deal = Schemas['ListedProjectResponse'];
export type Stage = Schemas['PipelineStageResponse'];
