import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS } from '../../../platform/config/index.js';
import { UnitOfWork, type Page, type PageRequest } from '../../../platform/database/index.js';
import { changeOf, EventPublisher } from '../../../platform/events/index.js';
import { changesIn, hasChanges } from '../../../platform/values/index.js';
import { versionMustMatch } from '../../../platform/writes/index.js';
import { AdministratorRepository } from '../credentials/administrator.repository.js';
import { Revocations } from '../credentials/revocations.js';
import { userCreated, userModified } from '../organization.events.js';
import type { OrganizationSettings } from '../organization.settings.js';
import { SessionService } from '../sessions/session.service.js';
import type { CreateUserRequest, ListUsersQuery, UpdateUserRequest, UserResponse } from './user.dto.js';
import { UserRepository, type UserChanges } from './user.repository.js';
import { administratorMustRemain, serviceMustHaveNoRights, userNoProvider } from './user.rules.js';

@Injectable()
export class UserService {
  constructor(
    private readonly users: UserRepository,
    private readonly administrators: AdministratorRepository,
    private readonly revocations: Revocations,
    private readonly sessions: SessionService,
    private readonly unitOfWork: UnitOfWork,
    private readonly events: EventPublisher,
    @Inject(SETTINGS) private readonly settings: OrganizationSettings,
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
      const rights = { type, is_administrator, scopes: [...scopes].sort() };
      const user = { email_address, ...rights, ...this.accountOf(request.oidc_subject ?? null) };
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
        ...(patch.oidc_subject !== undefined && this.accountOf(patch.oidc_subject)),
      });
      if (!hasChanges(changes)) return user;
      if (!isAddressAlone(changes)) await this.changeRights(organizationId, user, { ...user, ...changes });
      return this.write(organizationId, user, changes);
    });
  }

  /** Call it in a unit of work, with the user locked. */
  async link(
    organizationId: string,
    id: string,
    { issuer, subject }: { readonly issuer: string; readonly subject: string },
  ): Promise<void> {
    const user = await this.users.get(organizationId, id);
    await this.write(organizationId, user, { oidc_issuer: issuer, oidc_subject: subject });
  }

  private async write(
    organizationId: string,
    user: UserResponse,
    changes: UserChanges,
  ): Promise<UserResponse> {
    await this.users.update(organizationId, user.id, changes);
    const after = await this.users.get(organizationId, user.id);
    await this.events.publish(userModified, changeOf(organizationId, [user, after], changes));
    return after;
  }

  private async changeRights(
    organizationId: string,
    before: UserResponse,
    after: UserResponse,
  ): Promise<void> {
    serviceMustHaveNoRights(after);
    const { people, able, canSignIn } = await this.administrators.people(organizationId, after);
    const holders = (await this.administrators.tokens(organizationId)).map(({ user_id }) => user_id);
    administratorMustRemain({ ...after, canSignIn }, { able, people, holders });
    const hasLostAccount = before.oidc_subject !== null && before.oidc_subject !== after.oidc_subject;
    // A person again, they sign in anew; and what an account that was taken away has begun must not go on.
    const mayNotSignIn = after.is_archived || after.type === 'service';
    if (mayNotSignIn || hasLostAccount) await this.sessions.endAllOf(organizationId, after.id);
    await this.revocations.announce(after.id);
  }

  private accountOf(subject: string | null): Pick<UserResponse, 'oidc_issuer' | 'oidc_subject'> {
    const { OIDC_ISSUER } = this.settings;
    if (subject === null) return { oidc_issuer: null, oidc_subject: null };
    if (OIDC_ISSUER === undefined) throw userNoProvider();
    return { oidc_issuer: OIDC_ISSUER, oidc_subject: subject };
  }
}

const isAddressAlone = ({ email_address: _address, ...rights }: UpdateUserRequest): boolean =>
  !hasChanges(rights);
