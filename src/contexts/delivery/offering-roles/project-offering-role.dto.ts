import { ApiSchema, IntersectionType, OmitType, PartialType, PickType } from '@nestjs/swagger';
import {
  ChoiceMember,
  IdMember,
  IdQuery,
  NameListMember,
  NumberMember,
  ObjectMember,
  pageOf,
  PagingQuery,
  resourceOf,
  TextQuery,
  choices,
  CrmIdentifiersMember,
  CrmIdentifiersResponse,
  type CrmIdentifierResponse,
  type CrmIdentifierValue,
} from '../../../platform/http/index.js';
import { exampleId } from '../../../platform/values/index.js';
import { MAX_TAGS } from '../../organization/index.js';
import { assignmentTypes, type Assignee } from './project-offering-role-state.js';

const assignmentTypeChoices = choices(
  'AssignmentType',
  'What an offering role is assigned to.',
  assignmentTypes,
);

@ApiSchema({ description: 'Who fills an offering role: a person, or a position that is to be filled.' })
export class Assignment implements Assignee {
  @ChoiceMember(assignmentTypeChoices, { description: 'A person, or a requisition.', example: 'person' })
  type!: (typeof assignmentTypes)[number];

  @IdMember({
    of: 'person',
    kindOf: (assignment) => (assignment as Assignment).type,
    description: 'The person or requisition.',
  })
  id!: string;
}

class ProjectOfferingRoleMembers {
  @IdMember({ of: 'role', description: 'Role that the work asks for.' })
  role_id!: string;

  @ObjectMember(() => Assignment, {
    description:
      'Person or requisition that fills the role; null while nobody does. A person has at most one role on an offering.',
    example: { type: 'person', id: exampleId('person') },
    nullable: true,
  })
  assignment!: Assignment | null;

  @NumberMember({
    description: 'Part of a full week that the role takes, as a ratio: 0.5 is half of the time.',
    example: 0.5,
    minimum: 0,
    maximum: 2,
    decimals: 4,
    nullable: true,
  })
  allocation!: number | null;

  @NameListMember({
    description: 'Names of tags, returned in alphabetical order; the list as a whole is replaced.',
    example: ['Key account'],
    maxItems: MAX_TAGS,
    derived: true,
  })
  tags!: string[];
}

const required = ['role_id'] as const;

export class CreateProjectOfferingRoleRequest extends IntersectionType(
  PickType(ProjectOfferingRoleMembers, required),
  PartialType(OmitType(ProjectOfferingRoleMembers, required), { skipNullProperties: false }),
) {
  @CrmIdentifiersMember()
  crm_identifiers?: CrmIdentifierValue[];
}

export class UpdateProjectOfferingRoleRequest extends PartialType(CreateProjectOfferingRoleRequest, {
  skipNullProperties: false,
}) {}

export class ListProjectOfferingRolesQuery extends PagingQuery {
  @TextQuery({
    description:
      'Words that must each occur in the name of the role or of the assigned person, whatever their case.',
    example: 'consultant',
  })
  terms?: string;

  @IdQuery({ of: 'role', description: 'Only offering roles with this role.' })
  role_id?: string;

  @IdQuery({ of: 'person', description: 'Only the offering role of this person.' })
  person_id?: string;
}

export class ProjectOfferingRoleResponse extends IntersectionType(
  resourceOf('project offering role'),
  ProjectOfferingRoleMembers,
) {
  @IdMember({ of: 'project', description: 'The project.' })
  project_id!: string;

  @IdMember({ of: 'project offering', description: 'The offering.' })
  project_offering_id!: string;

  @NumberMember({
    description: 'Hours planned for the role, the sum of its planned time.',
    example: 120.5,
    minimum: 0,
    maximum: 1_000_000_000,
    decimals: 2,
    derived: true,
  })
  scheduled_hours!: number;

  @CrmIdentifiersResponse()
  crm_identifiers!: CrmIdentifierResponse[];
}

export class ProjectOfferingRolePage extends pageOf(ProjectOfferingRoleResponse) {}
