import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Page, type PageRequest } from '../../../platform/database/index.js';
import { EventPublisher } from '../../../platform/events/index.js';
import { versionMustMatch } from '../../../platform/writes/index.js';
import { plannedTimeModified } from '../delivery.events.js';
import type { OfferingPath } from '../offering-roles/project-offering-role-state.js';
import { ProjectOfferingRoleRepository } from '../offering-roles/project-offering-role.repository.js';
import type { ListPlannedTimeQuery, PlannedTimeEntry, PlannedTimeResponse } from './planned-time.dto.js';
import { PlannedTimeRepository } from './planned-time.repository.js';

@Injectable()
export class PlannedTimeService {
  constructor(
    private readonly plannedTime: PlannedTimeRepository,
    private readonly roles: ProjectOfferingRoleRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly events: EventPublisher,
  ) {}

  async list(
    organizationId: string,
    path: OfferingPath,
    roleId: string,
    query: ListPlannedTimeQuery,
    page: PageRequest,
  ): Promise<Page<PlannedTimeResponse>> {
    const found = await this.plannedTime.list(organizationId, path, roleId, query, page);
    if (found.total > 0) return found;
    const { modified_date: version } = await this.roles.getPlanVersion(organizationId, path, roleId);
    return Object.assign(found, { version });
  }

  /** @returns the resulting entries for these days, in their order */
  apply(
    organizationId: string,
    path: OfferingPath,
    roleId: string,
    entries: readonly PlannedTimeEntry[],
  ): Promise<PlannedTimeResponse[]> {
    return this.unitOfWork.run(async () => {
      // One after the other, sent at once: what is applied to a role that is not there is undone.
      const [plan, changed] = await Promise.all([
        this.roles.lockForPlanning(organizationId, path, roleId),
        this.plannedTime.apply(organizationId, roleId, entries),
      ]);
      versionMustMatch(plan);
      if (changed) {
        const { hours: values, ...days } = changed;
        const payload = { ...path, ...days };
        await this.events.publish(plannedTimeModified, { organizationId, id: roleId, payload, values });
      }
      return entries
        .filter(({ hours }) => hours > 0)
        .sort((one, other) => (one.plan_date < other.plan_date ? -1 : 1));
    });
  }
}
