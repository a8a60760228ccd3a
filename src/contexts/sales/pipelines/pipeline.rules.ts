import { crmIdentifierTaken } from '../../../platform/crm-identifiers/index.js';
import { declareConstraintErrors } from '../../../platform/database/index.js';
import { conflict, notFound } from '../../../platform/errors/index.js';

export const pipelineNotFound = notFound('pipeline.not_found', 'There is no pipeline with this id.');

export const pipelineNameInUse = conflict(
  'pipeline.name_in_use',
  'Another pipeline has this name: use that one, choose another name, or archive it.',
);

export const pipelineCrmIdentifierInUse = conflict(
  'pipeline.crm_identifier_in_use',
  crmIdentifierTaken('pipeline'),
);

declareConstraintErrors({
  /** A name must lead to one pipeline. */
  pipelines_name_key: pipelineNameInUse,
  /** A pipeline of a CRM system must lead to one pipeline here. */
  pipeline_crm_identifiers_key: pipelineCrmIdentifierInUse,
});

export const pipelineArchived = conflict(
  'pipeline.archived',
  'The pipeline is archived and takes no stages: set its is_archived to false first, or use another one.',
);

/** A pipeline that is out of use does not grow. */
export function pipelineMustNotBeArchived({ is_archived }: { readonly is_archived: boolean }): void {
  if (!is_archived) return;
  throw pipelineArchived();
}
