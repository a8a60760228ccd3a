import { ApiSchema, PartialType } from '@nestjs/swagger';
import {
  AnswerListMember,
  AnswerObjectMember,
  ChoiceMember,
  ChoiceQuery,
  IdMember,
  ObjectMember,
  pageOf,
  PagingQuery,
  resourceOf,
  TextMember,
  TextQuery,
  choices,
} from '../../../platform/http/index.js';
import { exampleId } from '../../../platform/values/index.js';
import { ProjectOfferingRoleResponse } from '../offering-roles/project-offering-role.dto.js';
import { BillingModelOptions } from './billing-model-options.dto.js';
import { billingModels, type BillingModel } from './billing-model.js';
import { FinancialSettings } from './financial-settings.dto.js';
import { TimesheetProject } from './timesheet-project.dto.js';

const name = {
  description: 'Name, unique among the offerings of the project, whatever its case.',
  example: 'Design',
};

const billingModelChoices = choices('BillingModel', 'How the work of an offering is paid.', billingModels);

const billingModel = {
  description:
    'How the work is paid. Client projects: time_and_materials, fixed_bid, fixed_retainer, non_billable. Internal projects: investment, admin.',
  example: 'time_and_materials',
};

const billingModelOptions = {
  description:
    'What belongs to the billing model. time_and_materials: rate_card_id. fixed_bid: fixed_revenue. fixed_retainer: retainer_amount, retainer_period. The others have none.',
  example: { rate_card_id: exampleId('rate card') },
};

export class CreateProjectOfferingRequest {
  @TextMember(name)
  name!: string;

  @ChoiceMember(billingModelChoices, billingModel)
  billing_model!: BillingModel;

  @ObjectMember(() => BillingModelOptions, {
    ...billingModelOptions,
    description: `${billingModelOptions.description} An update replaces the options as a whole; a new billing model clears them.`,
    optional: true,
  })
  billing_model_options?: BillingModelOptions;
}

export class UpdateProjectOfferingRequest extends PartialType(CreateProjectOfferingRequest, {
  skipNullProperties: false,
}) {}

export class ListProjectOfferingsQuery extends PagingQuery {
  @TextQuery({
    description: 'Words that must all occur in the name, whatever their case.',
    example: 'design',
  })
  terms?: string;

  @ChoiceQuery(billingModelChoices, {
    description: 'Only offerings with this billing model.',
    example: 'fixed_bid',
  })
  billing_model?: BillingModel;
}

export class ProjectOfferingResponse extends resourceOf('project offering') {
  @IdMember({ of: 'project', description: 'The project.' })
  project_id!: string;

  @TextMember(name)
  name!: string;

  @ChoiceMember(billingModelChoices, billingModel)
  billing_model!: BillingModel;

  @AnswerObjectMember(() => BillingModelOptions, billingModelOptions)
  billing_model_options!: BillingModelOptions;
}

export class ProjectOfferingPage extends pageOf(ProjectOfferingResponse) {}

@ApiSchema({ description: 'One offering with its financial settings, its roles and its timesheet project.' })
export class ProjectOfferingDetailResponse extends ProjectOfferingResponse {
  @AnswerObjectMember(() => FinancialSettings, {
    description: 'What the money of the offering is calculated with.',
    example: { currency_code: 'USD', rate_card: null, target_margin: 0.35, sold_snapshot: null },
  })
  financial_settings!: FinancialSettings;

  @AnswerListMember(() => ProjectOfferingRoleResponse, {
    description: 'All roles of the offering, as in their list.',
    example: [],
  })
  planned_roles!: ProjectOfferingRoleResponse[];

  @AnswerObjectMember(() => TimesheetProject, {
    description: 'Where time is recorded for the offering.',
    example: {
      id: exampleId('project offering'),
      name: 'Website relaunch: Design',
      is_open: true,
    },
  })
  timesheet_project!: TimesheetProject;
}

/** The offering for those who may not see cost rates: sold cost and hours together would tell them. */
export function withoutCosts(offering: ProjectOfferingDetailResponse): ProjectOfferingDetailResponse {
  const { financial_settings: settings } = offering;
  if (!settings.sold_snapshot) return offering;
  const { cost: _cost, ...sold_snapshot } = settings.sold_snapshot;
  return { ...offering, financial_settings: { ...settings, sold_snapshot } };
}
