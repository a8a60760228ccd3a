import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Browser } from '../../../platform/http/index.js';
import { nameKey } from '../../../platform/values/index.js';
import { OrganizationRepository } from '../organizations/organization.repository.js';
import { AccountRepository } from '../users/account.repository.js';
import { PasswordHashing } from '../passwords/password-hashing.js';
import { PasswordService } from '../passwords/password.service.js';
import { SessionService } from '../sessions/session.service.js';
import { withChallenge } from '../sessions/session.rules.js';
import type { User } from '../users/user.entity.js';
import { maySignIn } from '../users/user.rules.js';
import { FailureCounter, type Attempt } from './failure-counter.js';
import { START_PATH } from './return-path.js';
import type { SignInRequest } from './sign-in.dto.js';
import { SignInOrganizations } from './sign-in-organizations.js';
import { signInFailed } from './sign-in.rules.js';

@Injectable()
export class SignInService {
  constructor(
    private readonly named: SignInOrganizations,
    private readonly organizations: OrganizationRepository,
    private readonly accounts: AccountRepository,
    private readonly passwords: PasswordService,
    private readonly hashing: PasswordHashing,
    private readonly counter: FailureCounter,
    private readonly sessions: SessionService,
  ) {}

  /** @returns the page that comes next @throws 401 `sign_in.failed`, whatever is wrong */
  async signIn(
    { organization, email_address: address, password, return_to = START_PATH }: SignInRequest,
    browser: Browser,
  ): Promise<string> {
    const organizationId = await this.named.find(organization);
    const found = organizationId === null ? null : await this.accounts.findByAddress(organizationId, address);
    const place = organizationId ?? nameKey(organization ?? '');
    const attempt = { account: `${place} ${nameKey(address)}`, network: browser.network };
    const hash = await this.rightHash(attempt, found, password);
    if (!found) throw new Error('Nobody has a password.');
    await this.sessions.begin(browser, () => this.lockUnchanged(found, hash));
    await this.refresh(found, hash, password);
    return return_to;
  }

  /** The password once more, by who is signed in. @throws 401 `session.ended`, 401 `sign_in.failed` */
  async reauthenticate(password: string, browser: Browser): Promise<void> {
    const session = await this.sessions.current(browser);
    const user = await this.accounts.get(session.organization_id, session.user_id);
    await this.rightHash(attemptOf(user, browser), user, password);
    await this.sessions.renew(browser, session);
  }

  /** Ends the other sessions of the user. @throws as {@link reauthenticate}, and 400 for one that is easy to guess */
  async changePassword(current: string, password: string, browser: Browser): Promise<void> {
    const session = await this.sessions.current(browser);
    const user = await this.accounts.get(session.organization_id, session.user_id);
    const former = await this.rightHash(attemptOf(user, browser), user, current);
    const { name } = await this.organizations.get(user.organizationId);
    const hash = await this.passwords.hashOf(password, [name, user.emailAddress]);
    await this.sessions.begin(browser, async () => {
      const locked = await this.lockUnchanged(user, former);
      await this.passwords.set(user.organizationId, user.id, hash);
      await this.sessions.endAllOf(user.organizationId, user.id);
      return locked;
    });
  }

  /** The hash that is kept of a right password. It takes as long for nobody. */
  private async rightHash(attempt: Attempt, user: User | null, password: string): Promise<string> {
    await pause(1000 * (await this.counter.begin(attempt)));
    const kept = user && (await this.passwords.find(user.organizationId, user.id));
    const compared = user && maySignIn(user) ? kept : null;
    const isRight = await this.hashing.isRight(compared, password).catch(async (error: unknown) => {
      await this.counter.takeBack(attempt);
      throw error;
    });
    if (!isRight || compared === null) throw withChallenge(signInFailed());
    await this.counter.takeBack(attempt);
    return compared;
  }

  // While the hash was computed the user may have been archived, or given another password.
  private async lockUnchanged(found: User, hash: string): Promise<User> {
    const user = await this.accounts.lock(found.organizationId, found.id);
    const present = await this.passwords.find(user.organizationId, user.id);
    if (!maySignIn(user) || present !== hash) throw withChallenge(signInFailed());
    return user;
  }

  private async refresh(user: User, hash: string, password: string): Promise<void> {
    if (!(await this.hashing.isOutdated(hash))) return;
    const renewed = await this.hashing.hash(password);
    await this.passwords.replace(user.organizationId, user.id, hash, renewed);
  }
}

const attemptOf = (user: User, browser: Browser): Attempt => ({
  account: `${user.organizationId} ${user.emailKey}`,
  network: browser.network,
});
