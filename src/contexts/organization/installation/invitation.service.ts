import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS } from '../../../platform/config/index.js';
import { Database, UnitOfWork } from '../../../platform/database/index.js';
import { validated } from '../../../platform/http/index.js';
import { hasPassword, signInWaysOf, type SignInWays } from '../credentials/sign-in-ways.js';
import type { OrganizationSettings } from '../organization.settings.js';
import { OrganizationService } from '../organizations/organization.service.js';
import { AccountRepository } from '../users/account.repository.js';
import type { SignInLinkResponse } from '../sign-in-links/sign-in-link.dto.js';
import { SignInLinkService } from '../sign-in-links/sign-in-link.service.js';
import { UserService } from '../users/user.service.js';
import { InvitedUserRequest, type MissingSignIn } from './installation.dto.js';
import { invitedUserUnknown } from './installation.rules.js';

interface FirstUser {
  readonly organization: string;
  readonly email: string | null;
}

@Injectable()
export class InvitationService {
  private readonly ways: SignInWays;

  constructor(
    private readonly organizations: OrganizationService,
    private readonly users: UserService,
    private readonly accounts: AccountRepository,
    private readonly links: SignInLinkService,
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    @Inject(SETTINGS) private readonly settings: OrganizationSettings,
  ) {
    this.ways = signInWaysOf(settings);
  }

  async createFirst(organizationId: string, userId: string): Promise<SignInLinkResponse | null> {
    return this.ways.byPassword ? this.links.createFirst(organizationId, userId) : null;
  }

  /**
   * @param isAdministrator whether the user becomes an administrator, and is made where there is none
   * @returns null where nobody has a password: the user signs in at the provider
   * @throws BusinessError in the words of the API
   */
  async create(
    organization: string,
    email: string,
    isAdministrator: boolean,
  ): Promise<SignInLinkResponse | null> {
    const request = (await validated(InvitedUserRequest, { organization, email })) as InvitedUserRequest;
    return this.unitOfWork.run(async () => {
      const organizationId = await this.organizations.getIdByName(request.organization);
      const found = await this.accounts.findByAddress(organizationId, request.email);
      if (!found && !isAdministrator) throw invitedUserUnknown(request.email);
      const rights = { type: 'person', is_administrator: true } as const;
      const id =
        found?.id ??
        (await this.users.create(organizationId, { email_address: request.email, ...rights })).id;
      if (found && isAdministrator) await this.users.update(organizationId, id, rights);
      return this.ways.byPassword ? this.links.create(organizationId, id) : null;
    });
  }

  async findMissing(): Promise<MissingSignIn | null> {
    const { byPassword, issuer } = this.ways;
    if (!byPassword && issuer === null) return null;
    const isPersonInCharge = `u.is_administrator AND u.type = 'person' AND NOT u.is_archived`;
    const found = await this.database.first<FirstUser>(
      `SELECT o.name AS organization, (SELECT u.email_address FROM users u
         WHERE u.organization_id = o.id AND ${isPersonInCharge} ORDER BY u.created_at, u.id LIMIT 1) AS email
       FROM organizations o
       WHERE NOT EXISTS (SELECT FROM users u WHERE u.organization_id = o.id AND ${isPersonInCharge}
         AND (NOT $1::boolean OR ${hasPassword} OR u.oidc_issuer = $2))
       ORDER BY o.created_at, o.id LIMIT 1`,
      [byPassword, issuer],
    );
    if (!found) return null;
    const { organization, email } = found;
    const needsRights = email === null;
    return { organization, email: email ?? this.settings.BOOTSTRAP_EMAIL, needsRights, byPassword };
  }
}
