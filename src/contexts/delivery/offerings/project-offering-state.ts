import type { CrmIdentifier } from '../../../platform/crm-identifiers/index.js';
import { billingModelTraits, type BillingModel, type BillingOptions } from '../billing/billing-model.js';

/** What the program decides about an offering, in the words of the API. */
export interface ProjectOfferingState {
  readonly name: string;
  readonly billing_model: BillingModel;
  readonly billing_model_options: BillingOptions;
  readonly crm_identifiers: readonly CrmIdentifier[];
}

type OptionalMembers = 'billing_model_options' | 'crm_identifiers';
type NewOffering = Omit<ProjectOfferingState, OptionalMembers> &
  Partial<Pick<ProjectOfferingState, OptionalMembers>>;

/** A new offering, with a value for everything that the request leaves open. */
export const newOffering = (request: NewOffering): ProjectOfferingState => ({
  name: request.name,
  billing_model: request.billing_model,
  billing_model_options: optionsOf(request.billing_model, request.billing_model_options),
  crm_identifiers: request.crm_identifiers ?? [],
});

/** The offering as an update wants it: options are replaced as a whole, and a new billing model clears them. */
export function patchedOffering(
  before: ProjectOfferingState,
  patch: Partial<ProjectOfferingState>,
): ProjectOfferingState {
  const { name = before.name, billing_model = before.billing_model, billing_model_options } = patch;
  const kept = billing_model === before.billing_model ? before.billing_model_options : undefined;
  return {
    name,
    billing_model,
    billing_model_options: optionsOf(billing_model, billing_model_options ?? kept),
    crm_identifiers: patch.crm_identifiers ?? before.crm_identifiers,
  };
}

/** Exactly the options of the billing model; null stands for those that are not set. */
function optionsOf(model: BillingModel, sent: BillingOptions = {}): BillingOptions {
  const options: BillingOptions = Object.fromEntries(
    billingModelTraits[model].options.map((option) => [option, sent[option] ?? null]),
  );
  return options.retainer_amount
    ? { ...options, retainer_period: options.retainer_period ?? 'month' }
    : options;
}
