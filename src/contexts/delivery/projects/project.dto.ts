import { IntersectionType, OmitType, PartialType, PickType } from '@nestjs/swagger';
import {
  archivableOf,
  ChoiceQuery,
  choices,
  ChoicesQuery,
  FlagMember,
  FlagQuery,
  IdMember,
  IdQuery,
  NamedListQuery,
  NamesQuery,
  CrmIdentifiersResponse,
  CrmIdentifiersMember,
  type CrmIdentifierResponse,
  type CrmIdentifierValue,
} from '../../../platform/http/index.js';
import {
  FixedProjectMembers,
  projectModelChoices,
  ProjectMembers,
  projectStatusChoices,
} from './project-members.dto.js';
import type { ProjectStatus } from '../project-status/project-status.js';
import type { ProjectModel } from '../billing/project-model.js';

const required = ['name'] as const;

const projectExtras = ['kpis'] as const;

const projectExtraChoices = choices(
  'ProjectExtra',
  'What a list of projects can show beside their members.',
  projectExtras,
);

export const MAX_WITH_KPIS = 100;

export class CreateProjectRequest extends IntersectionType(
  PickType(ProjectMembers, required),
  PartialType(IntersectionType(OmitType(ProjectMembers, required), FixedProjectMembers), {
    skipNullProperties: false,
  }),
) {
  @IdMember({
    of: 'client',
    description: 'The client. Required for a client project; an internal one must not have it.',
    optional: true,
  })
  client_id?: string;

  @CrmIdentifiersMember()
  crm_identifiers?: CrmIdentifierValue[];
}

export class UpdateProjectRequest extends PartialType(ProjectMembers, { skipNullProperties: false }) {
  @IdMember({ of: 'client', description: 'The client, of client projects.', optional: true })
  client_id?: string;

  @CrmIdentifiersMember()
  crm_identifiers?: CrmIdentifierValue[];

  @FlagMember({
    description: 'Archived projects are kept out of the way, and can be taken back.',
    example: false,
    optional: true,
  })
  is_archived?: boolean;
}

export class ListProjectsQuery extends NamedListQuery {
  @IdQuery({ of: 'client', description: 'Only projects of this client.' })
  client_id?: string;

  @ChoicesQuery(projectStatusChoices, {
    description: 'Only projects with this status, or one of these; repeatable.',
    example: ['pre_sale', 'awaiting_start'],
  })
  status?: ProjectStatus[];

  @ChoiceQuery(projectModelChoices, {
    description: 'Only projects for clients, or only internal ones.',
    example: 'client',
  })
  project_model?: ProjectModel;

  @IdQuery({ of: 'stage', description: 'Only projects in this stage of a pipeline.' })
  stage_id?: string;

  @IdQuery({ of: 'pipeline', description: 'Only projects in any stage of this pipeline.' })
  pipeline_id?: string;

  @NamesQuery({
    description: 'Only projects that carry every one of these tags; repeatable.',
    example: ['Key account'],
  })
  tags?: string[];

  @FlagQuery({ description: 'Only projects that count in forecasts, or only others.', example: true })
  is_included?: boolean;

  @ChoicesQuery(projectExtraChoices, {
    description: `What each project shows beside its members. With \`kpis\` a page has at most ${MAX_WITH_KPIS} projects, by default as many.`,
    example: ['kpis'],
  })
  include?: (typeof projectExtras)[number][];
}

export class ProjectResponse extends IntersectionType(
  archivableOf('project'),
  ProjectMembers,
  FixedProjectMembers,
) {
  @IdMember({ of: 'client', description: 'The client; null for an internal project.', nullable: true })
  client_id!: string | null;

  @CrmIdentifiersResponse()
  crm_identifiers!: CrmIdentifierResponse[];

  @IdMember({
    of: 'project',
    description: 'The project that this one was merged into; it cannot be changed any more.',
    example: null,
    nullable: true,
  })
  merged_into_id!: string | null;
}
