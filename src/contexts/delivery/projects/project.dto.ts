import { IntersectionType, OmitType, PartialType, PickType } from '@nestjs/swagger';
import {
  ArchivableResponse,
  ChoiceQuery,
  ChoicesQuery,
  FlagMember,
  FlagQuery,
  IdMember,
  IdQuery,
  NamedListQuery,
  NamesQuery,
  pageOf,
} from '../../../platform/http/index.js';
import {
  CrmIdentifiersAnswer,
  CrmIdentifiersMember,
  type CrmIdentifierResponse,
  type CrmIdentifierValue,
} from '../../sales/index.js';
import { FixedProjectMembers, ProjectMembers } from './project-members.dto.js';
import { projectStatuses, type ProjectStatus } from './project-status.js';
import { projectModels, type ProjectModel } from './project.entity.js';

const clientId = '0193c1a4-6f0e-7b7a-9a52-0d6a6f1c2b15';
const required = ['name'] as const;

export class CreateProjectRequest extends IntersectionType(
  PickType(ProjectMembers, required),
  PartialType(IntersectionType(OmitType(ProjectMembers, required), FixedProjectMembers), {
    skipNullProperties: false,
  }),
) {
  @IdMember({
    description: 'The client. Required for a client project; an internal one must not have it.',
    example: clientId,
    optional: true,
  })
  client_id?: string;

  @CrmIdentifiersMember()
  crm_identifiers?: CrmIdentifierValue[];
}

export class UpdateProjectRequest extends PartialType(ProjectMembers, { skipNullProperties: false }) {
  @IdMember({ description: 'The client, of client projects.', example: clientId, optional: true })
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
  @IdQuery({ description: 'Only projects of this client.', example: clientId })
  client_id?: string;

  @ChoicesQuery(projectStatuses, {
    description: 'Only projects with this status, or one of these; repeatable.',
    example: ['pre_sale', 'awaiting_start'],
  })
  status?: ProjectStatus[];

  @ChoiceQuery(projectModels, {
    description: 'Only projects for clients, or only internal ones.',
    example: 'client',
  })
  project_model?: ProjectModel;

  @IdQuery({
    description: 'Only projects in this stage of a pipeline.',
    example: '0193c1a4-6f0e-7b7a-9a52-0d6a6f1c2b13',
  })
  stage_id?: string;

  @IdQuery({
    description: 'Only projects in any stage of this pipeline.',
    example: '0193c1a4-6f0e-7b7a-9a52-0d6a6f1c2b14',
  })
  pipeline_id?: string;

  @NamesQuery({
    description: 'Only projects that carry every one of these tags; repeatable.',
    example: ['Key account'],
  })
  tags?: string[];

  @FlagQuery({ description: 'Only projects that count in forecasts, or only others.', example: true })
  is_included?: boolean;
}

export class ProjectResponse extends IntersectionType(
  ArchivableResponse,
  ProjectMembers,
  FixedProjectMembers,
) {
  @IdMember({ description: 'The client; null for an internal project.', example: clientId, nullable: true })
  client_id!: string | null;

  @CrmIdentifiersAnswer()
  crm_identifiers!: CrmIdentifierResponse[];

  @IdMember({
    description: 'The project that this one was merged into; it cannot be changed any more.',
    example: null,
    nullable: true,
  })
  merged_into_id!: string | null;
}

export class ProjectPage extends pageOf(ProjectResponse) {}
