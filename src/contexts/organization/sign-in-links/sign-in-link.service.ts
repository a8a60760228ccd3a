import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS } from '../../../platform/config/index.js';
import { UnitOfWork } from '../../../platform/database/index.js';
import type { Browser, WebSettings } from '../../../platform/http/index.js';
import { versionMustMatch } from '../../../platform/writes/index.js';
import { hashOf, newToken } from '../credentials/token-format.js';
import { AccountRepository } from '../users/account.repository.js';
import { PasswordService } from '../passwords/password.service.js';
import { SessionService } from '../sessions/session.service.js';
import type { User } from '../users/user.entity.js';
import { maySignIn } from '../users/user.rules.js';
import type { LinkPurpose } from './link-purpose.js';
import type { ShownLinkResponse, SignInLinkResponse, SpendLinkRequest } from './sign-in-link.dto.js';
import { SignInLinkRepository } from './sign-in-link.repository.js';
import { linkNotUsable, userMustBeAbleToSignIn } from './sign-in-link.rules.js';

@Injectable()
export class SignInLinkService {
  private readonly welcome: string;

  constructor(
    private readonly links: SignInLinkRepository,
    private readonly accounts: AccountRepository,
    private readonly passwords: PasswordService,
    private readonly sessions: SessionService,
    private readonly unitOfWork: UnitOfWork,
    @Inject(SETTINGS) { PUBLIC_URL }: WebSettings,
  ) {
    this.welcome = `${PUBLIC_URL}/app/welcome`;
  }

  create(organizationId: string, userId: string): Promise<SignInLinkResponse> {
    return this.unitOfWork.run(async () => {
      const user = await this.accounts.lock(organizationId, userId);
      versionMustMatch({ modified_date: user.modifiedAt.toISOString() });
      userMustBeAbleToSignIn(user);
      const hasPassword = (await this.passwords.find(organizationId, userId)) !== null;
      return this.put(user, hasPassword ? 'reset' : 'invitation');
    });
  }

  createFirst(organizationId: string, userId: string): Promise<SignInLinkResponse> {
    return this.put({ organizationId, id: userId }, 'first_start');
  }

  /** Whom a link is for. It can be used afterwards as before. @throws 410 `sign_in_link.not_usable` */
  async show(secret: string): Promise<ShownLinkResponse> {
    const { organization_name, email_address, purpose, expires_date } = await this.links.get(hashOf(secret));
    return { organization_name, email_address, purpose, expires_date };
  }

  /** Sets the password, ends all sessions of the user and begins one. @throws 410 `sign_in_link.not_usable` */
  async spend({ secret, password }: SpendLinkRequest, browser: Browser): Promise<void> {
    const link = await this.links.get(hashOf(secret));
    const { organization_id: organizationId, user_id: userId } = link;
    const hash = await this.passwords.hashOf(password, [link.organization_name, link.email_address]);
    await this.sessions.begin(browser, async () => {
      const user = await this.accounts.lock(organizationId, userId);
      await this.links.spend(hashOf(secret));
      if (!maySignIn(user)) throw linkNotUsable();
      await this.passwords.set(organizationId, userId, hash);
      await this.sessions.endAllOf(organizationId, userId);
      return user;
    });
  }

  private async put(
    { organizationId, id }: Pick<User, 'organizationId' | 'id'>,
    purpose: LinkPurpose,
  ): Promise<SignInLinkResponse> {
    const secret = newToken('pdl_');
    const expiresAt = await this.links.put(organizationId, id, hashOf(secret), purpose);
    return { link: `${this.welcome}#${secret}`, purpose, expires_date: expiresAt.toISOString() };
  }
}
