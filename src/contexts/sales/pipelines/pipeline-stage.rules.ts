import { crmIdentifierTaken } from '../../../platform/crm-identifiers/index.js';
import { declareConstraintErrors } from '../../../platform/database/index.js';
import { conflict, invalid, notFound, unprocessable } from '../../../platform/errors/index.js';

export const stageNotFound = notFound('stage.not_found', 'There is no stage with this id in this pipeline.');

export const stageNameInUse = conflict(
  'stage.name_in_use',
  'Another stage of the pipeline has this name: use that one, choose another name, or archive it.',
);

export const stageCrmIdentifierInUse = conflict('stage.crm_identifier_in_use', crmIdentifierTaken('stage'));

declareConstraintErrors({
  /** A name must lead to one stage of the pipeline. */
  pipeline_stages_name_key: stageNameInUse,
  /** A stage of a CRM system must lead to one stage here. */
  pipeline_stage_crm_identifiers_key: stageCrmIdentifierInUse,
});

export const stageNotUsable = unprocessable(
  'stage.not_usable',
  (member: string) =>
    `${member}: the organization has no such stage, or it or its pipeline is archived. Use one of GET /v1/pipelines.`,
  'stage_id',
);

export const pipelineUnknownStage = unprocessable(
  'pipeline.unknown_stage',
  (index: number) =>
    `stages[${index}].id: the pipeline has no such stage. Add one with POST /v1/pipelines/{pipeline_id}/stages.`,
  0,
);

/** Changes that are sent with a pipeline are about its own stages. */
export function changedStagesMustBelong(
  changes: readonly { readonly id: string }[],
  stages: readonly { readonly id: string }[],
): void {
  const index = changes.findIndex(({ id }) => !stages.some((stage) => stage.id === id));
  if (index < 0) return;
  throw pipelineUnknownStage(index);
}

interface NewStage {
  readonly crm_identifiers?: readonly { readonly system: string; readonly identifier: string }[];
}

/** New stages of one request cannot be the same stage of a CRM system. */
export function newStagesMustDiffer(stages: readonly NewStage[]): void {
  const seen = new Set<string>();
  const repeated = stages.flatMap(({ crm_identifiers = [] }, stage) =>
    crm_identifiers.flatMap(({ system, identifier }, index) => {
      const key = JSON.stringify([system, identifier]);
      if (!seen.has(key)) return seen.add(key) && [];
      return [`stages[${stage}].crm_identifiers[${index}]`];
    }),
  );
  if (repeated.length === 0) return;
  throw invalid(
    Object.fromEntries(repeated.map((path) => [path, ['must not repeat that of another stage']])),
  );
}
