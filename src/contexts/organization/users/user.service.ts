import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Page, type PageRequest } from '../../../platform/database/index.js';
import { changeOf, EventPublisher } from '../../../platform/events/index.js';
import { changesIn, hasChanges } from '../../../platform/values/index.js';
import { versionMustMatch } from '../../../platform/writes/index.js';
import { AdministratorRepository } from '../credentials/administrator.repository.js';
import { Revocations } from '../credentials/revocations.js';
import { userCreated, userModified } from '../organization.events.js';
import { SessionService } from '../sessions/session.service.js';
import type { CreateUserRequest, ListUsersQuery, UpdateUserRequest, UserResponse } from './user.dto.js';
import { UserRepository } from './user.repository.js';
import { administratorMustRemain, serviceMustHaveNoRights } from './user.rules.js';

@Injectable()
export class UserService {
  constructor(
    private readonly users: UserRepository,
    private readonly administrators: AdministratorRepository,
    private readonly revocations: Revocations,
    private readonly sessions: SessionService,
    private readonly unitOfWork: UnitOfWork,
    private readonly events: EventPublisher,
  ) {}

  list(organizationId: string, query: ListUsersQuery, page: PageRequest): Promise<Page<UserResponse>> {
    return this.users.list(organizationId, query, page);
  }

  get(organizationId: string, id: string): Promise<UserResponse> {
    return this.users.get(organizationId, id);
  }

  create(organizationId: string, request: CreateUserRequest): Promise<UserResponse> {
    return this.unitOfWork.run(async () => {
      const { email_address, type = 'person', is_administrator = false, scopes = [] } = request;
      const user = { email_address, type, is_administrator, scopes: [...scopes].sort() };
      serviceMustHaveNoRights(user);
      const id = await this.users.insert(organizationId, user);
      await this.events.publish(userCreated, { organizationId, id });
      return this.users.get(organizationId, id);
    });
  }

  /** A change of rights counts for the next request of each token of the user, in every process. */
  update(organizationId: string, id: string, patch: UpdateUserRequest): Promise<UserResponse> {
    return this.unitOfWork.run(async () => {
      if (!isAddressAlone(patch)) await this.administrators.lock(organizationId);
      const user = await this.users.lock(organizationId, id);
      versionMustMatch(user);
      const changes = changesIn(user, {
        ...patch,
        ...(patch.scopes && { scopes: [...patch.scopes].sort() }),
      });
      if (!hasChanges(changes)) return user;
      if (!isAddressAlone(changes)) await this.changeRights(organizationId, { ...user, ...changes });
      await this.users.update(organizationId, id, changes);
      const after = await this.users.get(organizationId, id);
      await this.events.publish(userModified, changeOf(organizationId, [user, after], changes));
      return after;
    });
  }

  private async changeRights(organizationId: string, after: UserResponse): Promise<void> {
    serviceMustHaveNoRights(after);
    const people = await this.administrators.people(organizationId);
    const tokens = await this.administrators.tokens(organizationId);
    administratorMustRemain(after, {
      signingIn: people.filter(({ can_sign_in }) => can_sign_in).map(({ id }) => id),
      people: people.map(({ id }) => id),
      holders: tokens.map(({ user_id }) => user_id),
    });
    // Un-archived, they sign in anew.
    if (after.is_archived) await this.sessions.endAllOf(organizationId, after.id);
    await this.revocations.announce(after.id);
  }
}

const isAddressAlone = ({ email_address: _address, ...rights }: UpdateUserRequest): boolean =>
  !hasChanges(rights);
