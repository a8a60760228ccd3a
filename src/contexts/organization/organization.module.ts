import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CallerAuthenticator } from '../../platform/http/index.js';
import { AccessTokenController } from './access-tokens/access-token.controller.js';
import { AccessToken } from './access-tokens/access-token.entity.js';
import { AccessTokenRepository } from './access-tokens/access-token.repository.js';
import { AccessTokenService } from './access-tokens/access-token.service.js';
import { MeController } from './me/me.controller.js';
import { MeService } from './me/me.service.js';
import { TokenAuthenticator } from './callers/token-authenticator.js';
import { AdministratorRepository } from './credentials/administrator.repository.js';
import { RevocationListener } from './credentials/revocation-listener.js';
import { Revocations } from './credentials/revocations.js';
import { TokenCache } from './credentials/token-cache.js';
import { InstallationService } from './installation/installation.service.js';
import { InvitationService } from './installation/invitation.service.js';
import { BearerTokens } from './open-id/bearer-tokens.js';
import { LinkedUserRepository } from './open-id/linked-user.repository.js';
import { LinkedUsers } from './open-id/linked-users.js';
import { OpenIdProvider } from './open-id/open-id-provider.js';
import { OpenIdSignInRepository } from './open-id/open-id-sign-in.repository.js';
import { OpenIdSignInService } from './open-id/open-id-sign-in.service.js';
import { ProviderExchange } from './open-id/provider-exchange.js';
import { OrganizationController } from './organizations/organization.controller.js';
import { Organization } from './organizations/organization.entity.js';
import { OrganizationRepository } from './organizations/organization.repository.js';
import { OrganizationService } from './organizations/organization.service.js';
import { UsableTags } from './tags/usable-tags.js';
import { TagLinkRepository } from './tags/tag-link.repository.js';
import { TagController } from './tags/tag.controller.js';
import { Tag } from './tags/tag.entity.js';
import { TagRepository } from './tags/tag.repository.js';
import { TagService } from './tags/tag.service.js';
import { AccountRepository } from './users/account.repository.js';
import { PasswordHashing } from './passwords/password-hashing.js';
import { PasswordService } from './passwords/password.service.js';
import { UserPassword } from './passwords/user-password.entity.js';
import { BrowserCookies } from './sessions/browser-cookies.js';
import { Session } from './sessions/session.entity.js';
import { SessionRepository } from './sessions/session.repository.js';
import { SessionService } from './sessions/session.service.js';
import { SessionTokenRepository } from './sessions/session-token.repository.js';
import { FailureCounter } from './sign-in/failure-counter.js';
import { SignInOrganizations } from './sign-in/sign-in-organizations.js';
import { SignInRetention } from './sign-in/sign-in-retention.js';
import { SignInService } from './sign-in/sign-in.service.js';
import { SignInLink } from './sign-in-links/sign-in-link.entity.js';
import { SignInLinkRepository } from './sign-in-links/sign-in-link.repository.js';
import { SignInLinkService } from './sign-in-links/sign-in-link.service.js';
import { TokenOwners } from './users/token-owners.js';
import { UserController } from './users/user.controller.js';
import { User } from './users/user.entity.js';
import { UserRepository } from './users/user.repository.js';
import { UserService } from './users/user.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([Organization, User, AccessToken, Tag, UserPassword, Session, SignInLink]),
  ],
  controllers: [OrganizationController, MeController, UserController, AccessTokenController, TagController],
  providers: [
    OrganizationRepository,
    OrganizationService,
    InstallationService,
    InvitationService,
    TokenCache,
    RevocationListener,
    Revocations,
    AdministratorRepository,
    UserRepository,
    UserService,
    TokenOwners,
    AccessTokenRepository,
    AccessTokenService,
    MeService,
    AccountRepository,
    PasswordHashing,
    PasswordService,
    SessionRepository,
    SessionTokenRepository,
    BrowserCookies,
    SessionService,
    FailureCounter,
    SignInOrganizations,
    SignInService,
    SignInLinkRepository,
    SignInLinkService,
    SignInRetention,
    OpenIdProvider,
    ProviderExchange,
    LinkedUserRepository,
    LinkedUsers,
    OpenIdSignInRepository,
    OpenIdSignInService,
    BearerTokens,
    { provide: CallerAuthenticator, useClass: TokenAuthenticator },
    TagRepository,
    TagService,
    UsableTags,
    TagLinkRepository,
  ],
  exports: [
    CallerAuthenticator,
    OrganizationService,
    InstallationService,
    InvitationService,
    AccessTokenService,
    MeService,
    SessionService,
    SignInService,
    SignInLinkService,
    OpenIdSignInService,
    UsableTags,
    TagLinkRepository,
  ],
})
export class OrganizationModule {}
