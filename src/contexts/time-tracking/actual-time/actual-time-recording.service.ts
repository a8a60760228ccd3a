import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../platform/database/index.js';
import { EventPublisher } from '../../../platform/events/index.js';
import { newId } from '../../../platform/values/index.js';
import { ProjectDirectory, ProjectOfferingRoleDirectory } from '../../delivery/index.js';
import { actualTimeCreated } from '../time-tracking.events.js';
import { strayProjectOf, timeMustBeRecordable } from './actual-time-recording.rules.js';
import type { ActualTimeResponse, CreateActualTimeRequest } from './actual-time.dto.js';
import { ActualTimeRepository, type Identified } from './actual-time.repository.js';
import { newActualTime } from './new-actual-time.js';
import { parentsOf } from './parents-of.js';

@Injectable()
export class ActualTimeRecordingService {
  constructor(
    private readonly times: ActualTimeRepository,
    private readonly offeringRoles: ProjectOfferingRoleDirectory,
    private readonly projects: ProjectDirectory,
    private readonly unitOfWork: UnitOfWork,
    private readonly events: EventPublisher,
  ) {}

  /** @param mayBackfill whether an archived person can be given time */
  create(
    organizationId: string,
    request: CreateActualTimeRequest,
    mayBackfill = false,
  ): Promise<ActualTimeResponse> {
    const pair = { projectOfferingId: request.project_offering_id, personId: request.person_id };
    return this.unitOfWork.run(async () => {
      // Nearly always there is an assignment, which one statement locks.
      const assignment =
        (await this.offeringRoles.lockAssignment(organizationId, pair)) ??
        (await this.offeringRoles.lockAssignments(organizationId, [pair])).of(pair);
      const strays = await this.projects.find(organizationId, strayProjectOf(request, assignment));
      const { offering, person } = timeMustBeRecordable(request, assignment, strays, mayBackfill);
      const roleId =
        assignment.offeringRoleId ?? (await this.giveRole(organizationId, pair, offering, person));
      return this.record(organizationId, newActualTime(newId(), request, offering, roleId));
    });
  }

  private async record(organizationId: string, time: Identified): Promise<ActualTimeResponse> {
    const [recorded] = await Promise.all([
      this.times.insert(organizationId, time),
      this.events.publish(actualTimeCreated, { organizationId, id: time.id, payload: parentsOf(time) }),
    ]);
    return recorded;
  }

  private async giveRole(
    organizationId: string,
    pair: { readonly projectOfferingId: string; readonly personId: string },
    { project_id: projectId }: { readonly project_id: string },
    { roleId }: { readonly roleId: string },
  ): Promise<string> {
    const [given] = await this.offeringRoles.giveRoles(organizationId, [{ ...pair, projectId, roleId }]);
    return given as string;
  }
}
