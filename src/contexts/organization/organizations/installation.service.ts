import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../platform/database/index.js';
import type { CreatedAccessTokenResponse } from '../access-tokens/access-token.dto.js';
import { AccessTokenService } from '../access-tokens/access-token.service.js';
import { OrganizationRepository } from './organization.repository.js';
import { OrganizationService } from './organization.service.js';

/** What is done from outside the API: the first start, and tokens from the command line. */
@Injectable()
export class InstallationService {
  constructor(
    private readonly organizationService: OrganizationService,
    private readonly organizations: OrganizationRepository,
    private readonly tokens: AccessTokenService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * On an empty database makes an organization and a token of its administrator.
   * @returns null when there is an organization already, also when another process makes it at this moment
   */
  begin(organizationName: string, emailAddress: string): Promise<CreatedAccessTokenResponse | null> {
    return this.unitOfWork.run(async () => {
      await this.organizations.lockFounding();
      if (await this.organizations.existsAny()) return null;
      const organizationId = await this.organizationService.found(organizationName);
      return this.newToken(organizationId, emailAddress, 'First start', ['admin']);
    });
  }

  /** A token from the command line. The organization and the user are made when they do not exist. */
  createToken(
    organizationName: string,
    emailAddress: string,
    scopes: string[],
  ): Promise<CreatedAccessTokenResponse> {
    return this.unitOfWork.run(async () => {
      await this.organizations.lockFounding();
      const organizationId =
        (await this.organizations.findIdByName(organizationName)) ??
        (await this.organizationService.found(organizationName));
      return this.newToken(organizationId, emailAddress, 'Command line', scopes);
    });
  }

  /** The id of the organization with this name; null when there is none. */
  findOrganization(name: string): Promise<string | null> {
    return this.organizations.findIdByName(name);
  }

  private newToken(organizationId: string, emailAddress: string, name: string, scopes: string[]) {
    return this.tokens.createFor(organizationId, emailAddress, { name, scopes, expiresAt: null });
  }
}
