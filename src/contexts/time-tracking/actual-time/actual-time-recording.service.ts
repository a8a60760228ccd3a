import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../platform/database/index.js';
import { EventPublisher } from '../../../platform/events/index.js';
import {
  ProjectDirectory,
  ProjectOfferingDirectory,
  ProjectOfferingRoleDirectory,
  type UsableOffering,
} from '../../delivery/index.js';
import { PersonDirectory } from '../../people/index.js';
import { parentsOf, type TimeTrackingEvent } from '../time-tracking.events.js';
import type { ActualTimeResponse, CreateActualTimeRequest } from './actual-time.dto.js';
import { ActualTimeRepository } from './actual-time.repository.js';
import { personMustBeThereOn, projectMustBeInUse, projectMustBeThatOfOffering } from './actual-time.rules.js';

/** Records the hours that somebody worked. */
@Injectable()
export class ActualTimeRecordingService {
  constructor(
    private readonly times: ActualTimeRepository,
    private readonly offerings: ProjectOfferingDirectory,
    private readonly offeringRoles: ProjectOfferingRoleDirectory,
    private readonly projects: ProjectDirectory,
    private readonly people: PersonDirectory,
    private readonly unitOfWork: UnitOfWork,
    private readonly events: EventPublisher,
  ) {}

  create(organizationId: string, request: CreateActualTimeRequest): Promise<ActualTimeResponse> {
    return this.unitOfWork.run(async () => {
      const offering = await this.holdOffering(organizationId, request);
      // The person comes before the offering role that may have to be made from their role. Locks of a person are
      // shared here as everywhere below a project: nobody who locks one for update then waits for an offering role.
      const person = await this.people.requireUsable(organizationId, request.person_id, 'person_id');
      personMustBeThereOn(request.recorded_date, person);
      const offeringRoleId = await this.offeringRoles.holdRoleOf(
        organizationId,
        offering,
        request.person_id,
        person.role_id,
      );
      const time = await this.times.insert(organizationId, {
        ...request,
        project_id: offering.project_id,
        project_offering_role_id: offeringRoleId,
        billable: request.billable ?? offering.is_billable,
        description: request.description ?? null,
      });
      await this.events.publish({
        topic: 'actualtime.created',
        organizationId,
        id: time.id,
        payload: parentsOf(time),
      } satisfies TimeTrackingEvent);
      return time;
    });
  }

  private async holdOffering(
    organizationId: string,
    { project_id: projectId, project_offering_id: offeringId }: CreateActualTimeRequest,
  ): Promise<UsableOffering> {
    const offering = await this.offerings.hold(organizationId, offeringId, 'project_offering_id');
    if (projectId !== undefined && projectId !== offering.project_id) {
      await this.projects.requireUnmerged(organizationId, projectId, 'project_id');
      projectMustBeThatOfOffering(projectId, offering);
    }
    projectMustBeInUse(offering.is_archived);
    return offering;
  }
}
