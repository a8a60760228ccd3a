import { IntersectionType, OmitType, PartialType, PickType } from '@nestjs/swagger';
import {
  ChoiceListMember,
  ChoiceMember,
  ChoiceQuery,
  choices,
  EmailMember,
  FlagMember,
  FlagQuery,
  pageOf,
  PagingQuery,
  resourceOf,
  scopes,
  TextMember,
  TextQuery,
} from '../../../platform/http/index.js';
import { userTypes, type UserType } from './user.entity.js';

const userTypeChoices = choices(
  'UserType',
  'What a user is: a person, or a service, which has access tokens only.',
  userTypes,
);

const grantedScopeChoices = choices('GrantedScope', 'What a user may do who is no administrator.', () =>
  scopes().filter((scope) => scope !== 'admin'),
);

class UserMembers {
  @EmailMember({
    description: 'E-mail address, unique among all users, whatever its case.',
    example: 'ada@example.com',
  })
  email_address!: string;

  @ChoiceMember(userTypeChoices, {
    description:
      'What the user is. Tokens of a `person` allow what that person may do at the moment, at most; those of a `service` what they were made for. Default: person.',
    example: 'person',
  })
  type!: UserType;

  @FlagMember({
    description:
      'Whether the person may do everything, as the scope `admin` says. Never true for a service. Default: false.',
    example: false,
  })
  is_administrator!: boolean;

  @ChoiceListMember(grantedScopeChoices, {
    description:
      'What the person may do while they are no administrator, in alphabetical order. Empty for a service. Default: nothing.',
    example: ['people:read', 'sales:write'],
  })
  scopes!: string[];

  @TextMember({
    description:
      'Subject (`sub`) of the account at the OpenID Connect provider with which the person signs in, and whose JWTs are theirs. Unique among all users. Set by the first sign-in with the confirmed address where it is null. Null for a service. Default: null.',
    example: 'auth0|5f7c8ec7c33c6c004bbafe82',
    nullable: true,
  })
  oidc_subject!: string | null;
}

const required = ['email_address'] as const;

export class CreateUserRequest extends IntersectionType(
  PickType(UserMembers, required),
  PartialType(OmitType(UserMembers, required), { skipNullProperties: false }),
) {}

export class UpdateUserRequest extends PartialType(CreateUserRequest, { skipNullProperties: false }) {
  @FlagMember({
    description:
      'Of an archived user no token is accepted. Those that are neither revoked nor expired count again when the user is un-archived.',
    example: false,
    optional: true,
  })
  is_archived?: boolean;
}

export class ListUsersQuery extends PagingQuery {
  @TextQuery({
    description: 'Words that must all occur in the e-mail address, whatever their case.',
    example: 'ada',
  })
  terms?: string;

  @FlagQuery({ description: 'Only archived ones, or only others. Default: all.', example: false })
  is_archived?: boolean;

  @FlagQuery({ description: 'Only administrators, or only others. Default: all.', example: true })
  is_administrator?: boolean;

  @ChoiceQuery(userTypeChoices, { description: 'Only people, or only services.', example: 'person' })
  type?: UserType;
}

export class UserResponse extends IntersectionType(resourceOf('user'), UserMembers) {
  @FlagMember({ description: 'Archived: no token of the user is accepted.', example: false })
  is_archived!: boolean;

  @TextMember({
    description:
      'The provider that `oidc_subject` is a subject of: the one that the installation had when it was set.',
    example: 'https://login.example.com',
    nullable: true,
    maxLength: 2000,
  })
  oidc_issuer!: string | null;
}

export class UserPage extends pageOf(UserResponse) {}
