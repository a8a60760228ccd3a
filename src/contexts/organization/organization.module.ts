import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CallerAuthenticator } from '../../platform/http/index.js';
import { AccessTokenController } from './access-tokens/access-token.controller.js';
import { AccessToken } from './access-tokens/access-token.entity.js';
import { AccessTokenRepository } from './access-tokens/access-token.repository.js';
import { AccessTokenService } from './access-tokens/access-token.service.js';
import { MeController } from './me/me.controller.js';
import { TokenAuthenticator } from './access-tokens/token-authenticator.js';
import { AdministratorRepository } from './credentials/administrator.repository.js';
import { RevocationListener } from './credentials/revocation-listener.js';
import { Revocations } from './credentials/revocations.js';
import { TokenCache } from './credentials/token-cache.js';
import { InstallationService } from './installation/installation.service.js';
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
import { TokenOwners } from './users/token-owners.js';
import { UserController } from './users/user.controller.js';
import { User } from './users/user.entity.js';
import { UserRepository } from './users/user.repository.js';
import { UserService } from './users/user.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([Organization, User, AccessToken, Tag])],
  controllers: [OrganizationController, MeController, UserController, AccessTokenController, TagController],
  providers: [
    OrganizationRepository,
    OrganizationService,
    InstallationService,
    TokenCache,
    RevocationListener,
    Revocations,
    AdministratorRepository,
    UserRepository,
    UserService,
    TokenOwners,
    AccessTokenRepository,
    AccessTokenService,
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
    AccessTokenService,
    UsableTags,
    TagLinkRepository,
  ],
})
export class OrganizationModule {}
