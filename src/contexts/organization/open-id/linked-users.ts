import { Injectable } from '@nestjs/common';
import { nameKey } from '../../../platform/values/index.js';
import { AccountRepository } from '../users/account.repository.js';
import type { User } from '../users/user.entity.js';
import { maySignIn } from '../users/user.rules.js';
import { UserService } from '../users/user.service.js';
import { LinkedUserRepository, type ProviderAccount } from './linked-user.repository.js';
import { signInUserUnknown } from './open-id.rules.js';

@Injectable()
export class LinkedUsers {
  constructor(
    private readonly linked: LinkedUserRepository,
    private readonly accounts: AccountRepository,
    private readonly users: UserService,
  ) {}

  async isKnown(organizationId: string, account: ProviderAccount): Promise<boolean> {
    return (await this.linked.find(organizationId, account)) !== null;
  }

  /** In a unit of work: the user with this account, or who gets it now since they have its address. @throws 403 `sign_in.user_unknown` */
  async lock(organizationId: string, account: ProviderAccount, address: string | null): Promise<User> {
    const found =
      (await this.linked.find(organizationId, account)) ??
      (address === null ? null : await this.accounts.findByAddress(organizationId, address));
    if (!found) throw signInUserUnknown();
    const user = await this.accounts.lock(organizationId, found.id);
    if (!maySignIn(user)) throw signInUserUnknown();
    if (user.oidcIssuer === account.issuer && user.oidcSubject === account.subject) return user;
    // Meanwhile another account may have been linked, or this one taken away.
    if (user.oidcSubject !== null || address === null || user.emailKey !== nameKey(address))
      throw signInUserUnknown();
    await this.users.link(organizationId, user.id, account);
    return user;
  }
}
