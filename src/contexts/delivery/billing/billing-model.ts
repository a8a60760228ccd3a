import type { Money } from '../../../platform/values/index.js';
import type { ProjectModel } from './project-model.js';

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

/** What can be set for a billing model; each belongs to one. Amounts are in the currency of the project. */
export interface BillingOptions {
  readonly rate_card_id?: string | null;
  readonly fixed_revenue?: Money | null;
  readonly retainer_amount?: Money | null;
  readonly retainer_period?: RetainerPeriod | null;
}

interface BillingModelTraits {
  /** The projects whose offerings can have it. */
  readonly projectModel: ProjectModel;
  /** Whether hours count as billable unless they say otherwise. */
  readonly isBillable: boolean;
  readonly options: readonly (keyof BillingOptions)[];
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
