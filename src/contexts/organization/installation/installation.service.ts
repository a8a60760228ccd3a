import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../platform/database/index.js';
import { validated } from '../../../platform/http/index.js';
import { Clock } from '../../../platform/values/index.js';
import type { AccessTokenResponse } from '../access-tokens/access-token.dto.js';
import { AccessTokenService } from '../access-tokens/access-token.service.js';
import {
  InstallationTokenRequest,
  OrganizationByName,
  type FirstStart,
  type InstallationToken,
} from './installation.dto.js';
import { InvitationService } from './invitation.service.js';
import { OrganizationRepository } from '../organizations/organization.repository.js';
import { OrganizationService } from '../organizations/organization.service.js';
import { UserService } from '../users/user.service.js';

const FIRST_TOKEN_MS = 90 * 24 * 60 * 60 * 1000;
const PAGE_SIZE = 500;

/** What is done from outside the API: the first start, and tokens from the command line. */
@Injectable()
export class InstallationService {
  constructor(
    private readonly organizationService: OrganizationService,
    private readonly organizations: OrganizationRepository,
    private readonly users: UserService,
    private readonly tokens: AccessTokenService,
    private readonly invitations: InvitationService,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * On an empty database makes an organization, its administrator, a token of theirs for 90 days, and a link to sign in.
   * @returns null when there is an organization already, also when another process makes it at this moment
   */
  begin(organizationName: string, emailAddress: string): Promise<FirstStart | null> {
    return this.unitOfWork.run(async () => {
      await this.organizations.lockProvisioning();
      if (await this.organizations.existsAny()) return null;
      const organizationId = await this.organizationService.provision(organizationName);
      const expiresAt = new Date(this.clock.now().getTime() + FIRST_TOKEN_MS);
      const first = { name: 'First start', scopes: ['admin'], expiresAt };
      const administrator = { email_address: emailAddress, is_administrator: true };
      const { id } = await this.users.create(organizationId, administrator);
      const token = await this.tokens.create(organizationId, id, first);
      return { token, link: await this.invitations.createFirst(organizationId, id) };
    });
  }

  /**
   * A token from the command line. The organization and the user are made when they do not exist.
   * @throws BusinessError with every fault of the request, in the words of the API
   */
  async createToken(sent: InstallationTokenRequest): Promise<InstallationToken> {
    const request = (await validated(InstallationTokenRequest, sent)) as InstallationTokenRequest;
    const { name = 'Command line', scopes, expires } = request;
    const token = { name, scopes, expiresAt: expires === undefined ? null : new Date(expires) };
    return this.unitOfWork.run(async () => {
      await this.organizations.lockProvisioning();
      const present = await this.organizations.findIdByName(request.organization);
      const organizationId = present ?? (await this.organizationService.provision(request.organization));
      const made = await this.tokens.createFor(organizationId, request.email, token, 'email');
      return { ...made, organization_id: organizationId, is_new_organization: present === null };
    });
  }

  async listTokens(organizationName: string): Promise<AccessTokenResponse[]> {
    const organizationId = await this.getOrganization(organizationName);
    const tokens: AccessTokenResponse[] = [];
    for (let page = 1; ; page += 1) {
      const { rows } = await this.tokens.list(organizationId, { page, pageSize: PAGE_SIZE });
      tokens.push(...rows);
      if (rows.length < PAGE_SIZE) return tokens;
    }
  }

  /** Also the last one that may do everything: another one can be made here. */
  async revokeToken(organizationName: string, id: string): Promise<AccessTokenResponse> {
    const organizationId = await this.getOrganization(organizationName);
    await this.tokens.revoke(organizationId, id);
    return this.tokens.get(organizationId, id);
  }

  private async getOrganization(name: string): Promise<string> {
    const { organization } = (await validated(OrganizationByName, {
      organization: name,
    })) as OrganizationByName;
    return this.organizationService.getIdByName(organization);
  }
}
