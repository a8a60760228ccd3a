export { OrganizationModule } from './organization.module.js';
export { AccessTokenService } from './access-tokens/access-token.service.js';
export { InstallationService } from './organizations/installation.service.js';
export { OrganizationService } from './organizations/organization.service.js';
export { OrganizationFounding } from './ports/organization-founding.port.js';
export { TagDirectory } from './tags/tag-directory.js';
export { TagLinkRepository, tagsOf, type TagLinks } from './tags/tag-link.repository.js';
export { tagInUse } from './tags/tag.rules.js';
