import type { ProjectModel } from '../projects/project.entity.js';

export const billingModels = [
  'time_and_materials',
  'fixed_bid',
  'fixed_retainer',
  'non_billable',
  'investment',
  'admin',
] as const;

export type BillingModel = (typeof billingModels)[number];

export const retainerPeriods = ['week', 'month'] as const;

export type RetainerPeriod = (typeof retainerPeriods)[number];

type OptionName = 'rate_card_id' | 'fixed_revenue' | 'retainer_amount' | 'retainer_period';

interface BillingModelTraits {
  /** The projects whose offerings can have it. */
  readonly projectModel: ProjectModel;
  /** Whether hours count as billable unless they say otherwise. */
  readonly isBillable: boolean;
  /** What can be set for it beside its name. */
  readonly options: readonly OptionName[];
}

/** Everything that differs from one billing model to the other. */
export const billingModelTraits: Readonly<Record<BillingModel, BillingModelTraits>> = {
  time_and_materials: { projectModel: 'client', isBillable: true, options: ['rate_card_id'] },
  fixed_bid: { projectModel: 'client', isBillable: true, options: ['fixed_revenue'] },
  fixed_retainer: {
    projectModel: 'client',
    isBillable: true,
    options: ['retainer_amount', 'retainer_period'],
  },
  non_billable: { projectModel: 'client', isBillable: false, options: [] },
  investment: { projectModel: 'internal', isBillable: false, options: [] },
  admin: { projectModel: 'internal', isBillable: false, options: [] },
};

/** The billing models that offerings of such a project can have. */
export const billingModelsOf = (projectModel: ProjectModel): BillingModel[] =>
  billingModels.filter((model) => billingModelTraits[model].projectModel === projectModel);
