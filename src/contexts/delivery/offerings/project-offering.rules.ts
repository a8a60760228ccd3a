import { declareConstraintErrors } from '../../../platform/database/index.js';
import { conflict, invalid, unprocessable } from '../../../platform/errors/index.js';
import { isBeyondAwaitingStart, type ProjectStatus } from '../projects/project-status.js';
import type { ProjectModel } from '../projects/project.entity.js';
import { billingModelsOf, billingModelTraits, type BillingModel } from './billing-model.js';
import type { BillingModelOptions } from './billing-model-options.dto.js';

declareConstraintErrors({
  /** A name must lead to one offering of the project. */
  project_offerings_name_key: () =>
    conflict(
      'project_offering.name_in_use',
      'Another offering of the project has this name: use that one, or choose another name.',
    ),
});

/** Work is done on an offering that the organization has. */
export function offeringMustBeUsable<Offering>(offering: Offering | null, member: string): Offering {
  if (offering) return offering;
  throw unprocessable(
    'project_offering.not_usable',
    `${member}: the organization has no such offering. Use one of GET /v1/projects/{project_id}/offerings.`,
  );
}

/** A client pays for client projects only, and what is invested or administered is internal. */
export function billingModelMustFitProject(model: BillingModel, projectModel: ProjectModel): void {
  if (billingModelTraits[model].projectModel === projectModel) return;
  throw unprocessable(
    'project_offering.billing_model_not_for_project',
    `billing_model: ${model} is not for ${projectModel} projects. Use one of ${billingModelsOf(projectModel).join(', ')}.`,
  );
}

/** An option that its billing model does not have would be without effect. */
export function optionsMustBelongToModel(model: BillingModel, options: BillingModelOptions = {}): void {
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

/** Once work has begun, what it is paid by stands. */
export function billingMustStayOnceStarted(status: ProjectStatus, isChanged: boolean): void {
  if (!isChanged || !isBeyondAwaitingStart(status)) return;
  throw conflict(
    'project_offering.billing_is_frozen',
    `billing_model: the project is ${status}, so the billing model of its offerings and its options are fixed. Add another offering.`,
  );
}
