import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../platform/database/index.js';
import { changeOf, EventPublisher } from '../../../platform/events/index.js';
import { changesIn, Clock, dayIn, hasChanges, type CalendarDate } from '../../../platform/values/index.js';
import { organizationModified } from '../organization.events.js';
import { OrganizationProvisioning } from '../ports/organization-provisioning.port.js';
import type { OrganizationResponse, UpdateOrganizationRequest } from './organization.dto.js';
import { OrganizationRepository } from './organization.repository.js';
import { organizationNotFound } from './organization.rules.js';
import { versionMustMatch } from '../../../platform/writes/index.js';

@Injectable()
export class OrganizationService {
  constructor(
    private readonly organizations: OrganizationRepository,
    private readonly provisioning: OrganizationProvisioning,
    private readonly unitOfWork: UnitOfWork,
    private readonly events: EventPublisher,
    private readonly clock: Clock,
  ) {}

  get(id: string): Promise<OrganizationResponse> {
    return this.organizations.get(id);
  }

  /** Every organization of this installation, for jobs that serve all of them. */
  ids(): Promise<string[]> {
    return this.organizations.ids();
  }

  /** @throws 404 `organization.not_found` */
  async getIdByName(name: string): Promise<string> {
    const id = await this.organizations.findIdByName(name);
    if (id === null) throw organizationNotFound(name);
    return id;
  }

  async today(id: string): Promise<CalendarDate> {
    const { time_zone } = await this.organizations.get(id);
    return dayIn(time_zone, this.clock.now());
  }

  update(id: string, patch: UpdateOrganizationRequest): Promise<OrganizationResponse> {
    return this.unitOfWork.run(async () => {
      const organization = await this.organizations.lock(id);
      versionMustMatch(organization);
      const changes = changesIn(organization, patch);
      if (!hasChanges(changes)) return organization;
      await this.organizations.update(id, changes);
      const after = await this.organizations.get(id);
      await this.events.publish(organizationModified, changeOf(id, [organization, after], changes));
      return after;
    });
  }

  /** Makes an organization with everything that each one has. Call it in a unit of work. */
  async provision(name: string): Promise<string> {
    const id = await this.organizations.insert(name);
    await this.provisioning.provision(id);
    return id;
  }
}
