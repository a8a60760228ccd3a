import {
  ChoiceMember,
  CurrencyMember,
  DateMember,
  FlagMember,
  IdMember,
  MetadataMember,
  MoneyMember,
  NameListMember,
  NumberMember,
  TextMember,
  type Metadata,
  type MoneyValue,
  choices,
} from '../../../platform/http/index.js';
import { MAX_TAGS } from '../../organization/index.js';
import { projectStatuses, type ProjectStatus } from '../project-status/project-status.js';
import { projectModels, type ProjectModel } from '../billing/project-model.js';

export const projectStatusChoices = choices('ProjectStatus', 'How far a project is.', projectStatuses);

export const projectModelChoices = choices(
  'ProjectModel',
  'Whether a project is for a client, or for the organization itself.',
  projectModels,
);

/** What requests and responses have alike, and can be changed. */
export class ProjectMembers {
  @TextMember({ description: 'Name; several projects may have the same.', example: 'Website relaunch' })
  name!: string;

  @ChoiceMember(projectStatusChoices, {
    description: 'Status.',
    byDefault: 'pre_sale, of an internal project in_progress',
    example: 'pre_sale',
  })
  status!: ProjectStatus;

  @IdMember({ of: 'stage', description: 'Stage of a pipeline that the deal is in.', nullable: true })
  stage_id!: string | null;

  @DateMember({ description: 'First day.', example: '2027-01-04', nullable: true })
  start_date!: string | null;

  @DateMember({ description: 'Last day, not before start_date.', example: '2027-06-30', nullable: true })
  end_date!: string | null;

  @NumberMember({
    description: 'Margin that the project aims for, as a ratio of its revenue.',
    byDefault: 'that of the organization',
    example: 0.35,
    minimum: 0,
    maximum: 1,
    decimals: 4,
  })
  target_margin!: number;

  @MoneyMember({
    description: 'What the project shall cost at most, in its currency.',
    example: { currency_code: 'USD', amount: 120000 },
    nullable: true,
  })
  target_budget!: MoneyValue | null;

  @NameListMember({
    description: 'Names of tags, returned in alphabetical order; the list as a whole is replaced.',
    example: ['Key account'],
    maxItems: MAX_TAGS,
    derived: true,
  })
  tags!: string[];

  @FlagMember({ description: 'Counted in forecasts and reports.', byDefault: 'true', example: true })
  is_included!: boolean;

  @MetadataMember({
    description:
      "Data of the integration's own: at most 50 members, each text, a number, true, false or null, 16 KiB as JSON. An update replaces the whole object.",
    example: { deal_owner: 'ada@example.com', priority: 2 },
  })
  metadata!: Metadata;
}

/** What is fixed once it is made. */
export class FixedProjectMembers {
  @ChoiceMember(projectModelChoices, {
    description: 'For a client, or for the organization itself. Fixed.',
    byDefault: 'client',
    example: 'client',
  })
  project_model!: ProjectModel;

  @CurrencyMember({
    description: 'Currency of all money of the project, ISO 4217. Fixed.',
    byDefault: 'that of the organization',
    example: 'USD',
  })
  currency_code!: string;
}
