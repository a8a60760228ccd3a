import type { Day } from './calendar.js';

export interface WorldOptions {
  readonly people: number;
  readonly projects: number;
  /** Months before `until` with actual time; half as many after it are planned. */
  readonly months: number;
  readonly seed: number;
  /** Counts as today. */
  readonly until: Day;
  readonly currency: string;
}

/** From the first day with time to the last planned one. */
export interface TimeSpan {
  readonly from: Day;
  readonly until: Day;
  readonly to: Day;
}

export interface RoleContent {
  readonly name: string;
  readonly department: string;
  readonly billableTarget: number;
  readonly isBillable: boolean;
  /** Whole units of the currency per hour. */
  readonly costRate: number;
  readonly billRate: number;
}

export interface PersonContent {
  readonly email: string;
  readonly givenName: string;
  readonly familyName: string;
  readonly role: string;
  readonly department: string;
  readonly additionalRoles: readonly string[];
  /** Null: that of the role, which is a full week. */
  readonly capacity: number | null;
  readonly workerType: 'full_time' | 'part_time' | 'contractor';
  readonly billingType: 'billable' | 'non_billable';
  readonly startDate: Day;
  readonly terminationDate: Day | null;
  /** The first counts always, the others from their day on. */
  readonly costRates: readonly { readonly from: Day | null; readonly amount: number }[];
  readonly tags: readonly string[];
  readonly leave: ReadonlySet<Day>;
}

export interface RequisitionContent {
  readonly name: string;
  readonly role: string;
  readonly status: 'open' | 'pending' | 'closed';
  readonly startDate: Day;
}

export interface RateCardContent {
  readonly name: string;
  readonly isDefault: boolean;
  readonly rates: readonly { readonly role: string; readonly amount: number }[];
}

export interface CrmIdentifier {
  readonly system: string;
  readonly identifier: string;
  readonly url: string;
}

export interface ClientContent {
  readonly name: string;
  readonly accountManager: string;
  readonly crmIdentifiers: readonly CrmIdentifier[];
}

export interface StageContent {
  readonly name: string;
  readonly likelihood: number;
  readonly outcome: 'open' | 'won' | 'lost';
}

export interface PipelineContent {
  readonly name: string;
  readonly budget: number;
  readonly anticipatedStartDate: Day;
  readonly stages: readonly StageContent[];
}

/** Hours are multiples of a quarter, which binary numbers hold exactly. */
export interface PlannedDay {
  readonly plan_date: Day;
  readonly hours: number;
}

export interface OfferingRoleContent {
  readonly role: string;
  readonly assignment: { readonly type: 'person' | 'requisition'; readonly key: string } | null;
  readonly allocation: number;
  readonly tags: readonly string[];
  readonly plan: readonly PlannedDay[];
  /** What was planned when the deal was won, where it has changed since. */
  readonly soldPlan: readonly PlannedDay[];
}

export type BillingModel =
  'time_and_materials' | 'fixed_bid' | 'fixed_retainer' | 'non_billable' | 'investment' | 'admin';

export interface BillingOptions {
  readonly rateCard?: string;
  readonly fixedRevenue?: number;
  readonly retainer?: { readonly amount: number; readonly period: 'week' | 'month' };
}

export interface OfferingContent {
  readonly key: string;
  readonly name: string;
  readonly billingModel: BillingModel;
  readonly options: BillingOptions;
  readonly roles: readonly OfferingRoleContent[];
}

export type Status = 'pre_sale' | 'awaiting_start' | 'in_progress' | 'on_hold' | 'completed';

export interface StageOfPipeline {
  readonly pipeline: string;
  readonly stage: string;
}

export interface ProjectContent {
  readonly name: string;
  readonly client: string | null;
  readonly status: Status;
  readonly stage: StageOfPipeline | null;
  readonly startDate: Day;
  readonly endDate: Day;
  readonly targetMargin: number;
  readonly budget: number | null;
  readonly tags: readonly string[];
  readonly isIncluded: boolean;
  readonly crmIdentifiers: readonly CrmIdentifier[];
  readonly metadata: Readonly<Record<string, string | number | boolean | null>>;
  readonly offerings: readonly OfferingContent[];
}

/** Work that was done, as it stands in the timesheet service and, once approved, in actual time. */
export interface WorkEntry {
  readonly person: string;
  readonly offering: string;
  readonly date: Day;
  readonly hours: number;
  /** Whether the hours can be charged. */
  readonly billable: boolean;
  readonly description: string | null;
  readonly approval: Approval | null;
}

export interface Approval {
  readonly status: 'draft' | 'submitted' | 'approved' | 'rejected';
  readonly submittedAt: string | null;
  readonly decidedAt: string | null;
  readonly decidedBy: string | null;
}

/** A whole organization. Records refer to each other by name, people by e-mail address, offerings by key. */
export interface World {
  readonly tags: readonly string[];
  readonly departments: readonly string[];
  readonly roles: readonly RoleContent[];
  readonly people: readonly PersonContent[];
  readonly requisitions: readonly RequisitionContent[];
  readonly rateCards: readonly RateCardContent[];
  readonly clients: readonly ClientContent[];
  readonly pipelines: readonly PipelineContent[];
  readonly projects: readonly ProjectContent[];
  readonly work: readonly WorkEntry[];
}

/** Entries of the timesheet service count once they are approved, other time always. */
export const isActualTime = ({ approval }: WorkEntry): boolean =>
  approval === null || approval.status === 'approved';
