import { Body, Controller, Query } from '@nestjs/common';
import {
  ApiResource,
  CreateRoute,
  CurrentCaller,
  GetRoute,
  IdParam,
  ListRoute,
  RequestedList,
  type ListAnswer,
  type ListRequest,
  UpdateRoute,
  type Caller,
} from '../../../platform/http/index.js';
import { userResource } from '../organization.resources.js';
import { CreateUserRequest, ListUsersQuery, UpdateUserRequest, UserPage, UserResponse } from './user.dto.js';
import {
  userEmailInUse,
  userLastAdministrator,
  userNoProvider,
  userOidcSubjectInUse,
  userServiceHasNoRights,
} from './user.rules.js';
import { UserService } from './user.service.js';

const newUsers = {
  person: {
    summary: 'A person',
    value: { email_address: 'ada@example.com', scopes: ['people:read', 'sales:write'] },
  },
};

@Controller({ path: 'users', version: '1' })
@ApiResource('Users', 'admin', { id: userResource })
export class UserController {
  constructor(private readonly users: UserService) {}

  @ListRoute({
    response: UserPage,
    summary: 'List users',
    description: 'Lists all users of the organization, also archived ones, in the order of their creation.',
  })
  listUsers(
    @RequestedList() list: ListRequest,
    @CurrentCaller() caller: Caller,
    @Query() query: ListUsersQuery,
  ): Promise<ListAnswer<UserPage>> {
    return list.answer(query, (page) => this.users.list(caller.organizationId, query, page));
  }

  @CreateRoute({
    needsRecentSignIn: true,
    examples: newUsers,
    refuses: [userEmailInUse, userNoProvider, userOidcSubjectInUse, userServiceHasNoRights],
    response: UserResponse,
    summary: 'Create a user',
    description:
      'Creates a user: a person with rights, or a service, whose access tokens have theirs. `POST /v1/access-tokens` makes a service by itself where the address is new. An address is unique among all users, also archived ones (409). The feed tells administrators of it as `user.created`; webhooks do not.',
  })
  createUser(@CurrentCaller() caller: Caller, @Body() user: CreateUserRequest): Promise<UserResponse> {
    return this.users.create(caller.organizationId, user);
  }

  @GetRoute({ path: ':id', response: UserResponse, summary: 'Get a user', description: 'Returns one user.' })
  getUser(@CurrentCaller() caller: Caller, @IdParam() id: string): Promise<UserResponse> {
    return this.users.get(caller.organizationId, id);
  }

  @UpdateRoute({
    needsRecentSignIn: true,
    path: ':id',
    examples: { rights: { summary: 'Other rights', value: { scopes: ['read', 'sales:write'] } } },
    refuses: [
      userEmailInUse,
      userLastAdministrator,
      userNoProvider,
      userOidcSubjectInUse,
      userServiceHasNoRights,
    ],
    response: UserResponse,
    summary: 'Update a user',
    description:
      'Changes the address, the rights or the type of a user, archives or un-archives them. Rights count at once, in every process: what a token of a person allows is worked out at each use, and open streams of changes end. The last administrator who can sign in can be neither archived nor demoted, nor lose the account of the provider that is their only way in (409); where nobody can sign in, this holds for the last administrator, and where no person is one, for the last user with a token of the scope `admin`. Who loses an account of the provider is signed out. The feed tells administrators of it as `user.modified`; webhooks do not.',
  })
  updateUser(
    @CurrentCaller() caller: Caller,
    @IdParam() id: string,
    @Body() patch: UpdateUserRequest,
  ): Promise<UserResponse> {
    return this.users.update(caller.organizationId, id, patch);
  }
}
