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
    const read = () => this.plannedTime.list(organizationId, path, roleId, query, page);
    const found = await read();
    if (found.version !== undefined) return found;
    // Read before the list that it stands for: who plans in between would not be seen, and be overwritten.
    const { modified_date: version } = await this.roles.getPlanVersion(organizationId, path, roleId);
    const again = await read();
    return again.version === undefined ? Object.assign(again, { version }) : again;
  }

  /** @returns the resulting entries for these days, in their order, and the version of the plan */
  apply(
    organizationId: string,
    path: OfferingPath,
    roleId: string,
    entries: readonly PlannedTimeEntry[],
  ): Promise<{ readonly version: string; readonly planned: PlannedTimeResponse[] }> {
    return this.unitOfWork.run(async () => {
      // One after the other, sent at once: what is applied to a role that is not there is undone.
      const [plan, changed] = await Promise.all([
        this.roles.lockForPlanning(organizationId, path, roleId),
        this.plannedTime.apply(organizationId, roleId, entries),
      ]);
      versionMustMatch(plan);
      if (changed) {
        const { hours: values, startDate, endDate } = changed;
        const payload = { ...path, startDate, endDate };
        await this.events.publish(plannedTimeModified, { organizationId, id: roleId, payload, values });
      }
      const planned = entries
        .filter(({ hours }) => hours > 0)
        .sort((one, other) => (one.plan_date < other.plan_date ? -1 : 1));
      return { version: changed?.version ?? plan.modified_date, planned };
    });
  }
}
