import { declareConstraintErrors } from '../../../platform/database/index.js';
import { conflict, invalid, notFound, unprocessable } from '../../../platform/errors/index.js';
import { crmIdentifierTaken } from '../../../platform/crm-identifiers/index.js';
import { isBeyondAwaitingStart, type ProjectStatus } from '../project-status/project-status.js';
import type { ProjectModel } from '../billing/project-model.js';
import {
  billingModelsOf,
  billingModelTraits,
  type BillingModel,
  type BillingOptions,
} from '../billing/billing-model.js';

export const projectOfferingNotFound = notFound(
  'project_offering.not_found',
  'There is no offering with this id in this project.',
);

export const projectOfferingNameInUse = conflict(
  'project_offering.name_in_use',
  'Another offering of the project has this name: use that one, or choose another name.',
);

export const projectOfferingCrmIdentifierInUse = conflict(
  'project_offering.crm_identifier_in_use',
  crmIdentifierTaken('offering'),
);

declareConstraintErrors({
  project_offering_crm_identifiers_key: projectOfferingCrmIdentifierInUse,
  /** A name must lead to one offering of the project. */
  project_offerings_name_key: projectOfferingNameInUse,
});

export const projectOfferingNotUsable = unprocessable(
  'project_offering.not_usable',
  (member: string) =>
    `${member}: the organization has no such offering. Use one of GET /v1/projects/{project_id}/offerings.`,
  'project_offering_id',
);

export const projectOfferingBillingModelNotForProject = unprocessable(
  'project_offering.billing_model_not_for_project',
  (model: BillingModel, projectModel: ProjectModel) =>
    `billing_model: ${model} is not for ${projectModel} projects. Use one of ${billingModelsOf(projectModel).join(', ')}.`,
  'investment',
  'client',
);

/** A client pays for client projects only, and what is invested or administered is internal. */
export function billingModelMustFitProject(model: BillingModel, projectModel: ProjectModel): void {
  if (billingModelTraits[model].projectModel === projectModel) return;
  throw projectOfferingBillingModelNotForProject(model, projectModel);
}

/** An option that its billing model does not have would be without effect. */
export function optionsMustBelongToModel(model: BillingModel, options: BillingOptions = {}): void {
  const own: readonly string[] = billingModelTraits[model].options;
  const foreign = Object.entries(options).filter(
    ([name, value]) => value !== undefined && !own.includes(name),
  );
  if (foreign.length === 0) return;
  throw invalid(
    Object.fromEntries(
      foreign.map(([name]) => [`billing_model_options.${name}`, [`is not an option of ${model}`]]),
    ),
  );
}

export const projectOfferingBillingIsFrozen = conflict(
  'project_offering.billing_is_frozen',
  (status: ProjectStatus) =>
    `billing_model: the project is ${status}, so the billing model of its offerings and its options are fixed. Add another offering.`,
  'in_progress',
);

/** Once work has begun, its billing does not change. */
export function billingMustStayOnceStarted(status: ProjectStatus, isChanged: boolean): void {
  if (!isChanged || !isBeyondAwaitingStart(status)) return;
  throw projectOfferingBillingIsFrozen(status);
}
