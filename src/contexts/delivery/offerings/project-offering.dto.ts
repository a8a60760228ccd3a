import { PartialType } from '@nestjs/swagger';
import {
  ResponseObjectMember,
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
  CrmIdentifiersMember,
  CrmIdentifiersResponse,
  type CrmIdentifierResponse,
  type CrmIdentifierValue,
} from '../../../platform/http/index.js';
import { exampleId } from '../../../platform/values/index.js';
import { BillingModelOptions } from './billing-model-options.dto.js';
import { billingModels, type BillingModel } from '../billing/billing-model.js';

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

  @CrmIdentifiersMember()
  crm_identifiers?: CrmIdentifierValue[];
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

  @ResponseObjectMember(() => BillingModelOptions, billingModelOptions)
  billing_model_options!: BillingModelOptions;

  @CrmIdentifiersResponse()
  crm_identifiers!: CrmIdentifierResponse[];
}

export class ProjectOfferingPage extends pageOf(ProjectOfferingResponse) {}
