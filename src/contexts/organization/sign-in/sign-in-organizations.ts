import { Injectable } from '@nestjs/common';
import { OrganizationRepository } from '../organizations/organization.repository.js';
import { organizationMustBeKnown } from './sign-in.rules.js';

@Injectable()
export class SignInOrganizations {
  constructor(private readonly organizations: OrganizationRepository) {}

  /** @param name may be left out where there is one @returns null: there is none @throws 422 `sign_in.organization_needed` */
  async find(name: string | undefined): Promise<string | null> {
    if (name !== undefined) return this.organizations.findIdByName(name);
    const some = await this.organizations.someIds(2);
    organizationMustBeKnown(some.length);
    return some[0] ?? null;
  }
}
