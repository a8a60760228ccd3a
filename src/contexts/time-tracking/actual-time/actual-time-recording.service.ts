import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../platform/database/index.js';
import { EventPublisher } from '../../../platform/events/index.js';
import {
  ProjectDirectory,
  ProjectOfferingDirectory,
  ProjectOfferingRoleDirectory,
  type UsableOffering,
} from '../../delivery/index.js';
import { newId } from '../../../platform/values/index.js';
import { UsablePeople } from '../../people/index.js';
import { actualTimeCreated } from '../time-tracking.events.js';
import type { ActualTimeResponse, CreateActualTimeRequest } from './actual-time.dto.js';
import { ActualTimeRepository, type NewActualTime } from './actual-time.repository.js';
import {
  archivedPersonMustBeBackfilled,
  personMustBeThereOn,
  projectMustBeInUse,
  projectMustBeThatOfOffering,
} from './actual-time.rules.js';
import { parentsOf } from './parents-of.js';

@Injectable()
export class ActualTimeRecordingService {
  constructor(
    private readonly times: ActualTimeRepository,
    private readonly offerings: ProjectOfferingDirectory,
    private readonly offeringRoles: ProjectOfferingRoleDirectory,
    private readonly projects: ProjectDirectory,
    private readonly people: UsablePeople,
    private readonly unitOfWork: UnitOfWork,
    private readonly events: EventPublisher,
  ) {}

  /** @param mayBackfill whether an archived person can be given time */
  create(
    organizationId: string,
    request: CreateActualTimeRequest,
    mayBackfill = false,
  ): Promise<ActualTimeResponse> {
    const { project_offering_id: offeringId, person_id: personId } = request;
    return this.unitOfWork.run(async () => {
      // Locks are taken in one order: project, offering, person, role. Nearly always there is an assignment.
      const assignment = await this.offeringRoles.lockAssignment(organizationId, offeringId, personId);
      const offering =
        assignment?.offering ??
        (await this.offerings.lockForKeyShare(organizationId, offeringId, 'project_offering_id'));
      await this.projectMustFit(organizationId, request.project_id, offering);
      const person =
        assignment?.person ?? (await this.people.lockKnownForShare(organizationId, personId, 'person_id'));
      archivedPersonMustBeBackfilled(person, mayBackfill);
      personMustBeThereOn(request.recorded_date, person);
      const offeringRoleId =
        assignment?.offeringRoleId ??
        (await this.offeringRoles.lockRoleOf(organizationId, offering, personId, person.roleId));
      return this.record(organizationId, {
        ...request,
        project_id: offering.project_id,
        project_offering_role_id: offeringRoleId,
        billable: request.billable ?? offering.is_billable,
        description: request.description ?? null,
        crm_identifiers: request.crm_identifiers ?? [],
      });
    });
  }

  private async record(organizationId: string, time: NewActualTime): Promise<ActualTimeResponse> {
    const id = newId();
    const [recorded] = await Promise.all([
      this.times.insert(organizationId, id, time),
      this.events.publish(actualTimeCreated, { organizationId, id, payload: parentsOf(time) }),
    ]);
    return recorded;
  }

  private async projectMustFit(
    organizationId: string,
    projectId: string | undefined,
    offering: UsableOffering,
  ): Promise<void> {
    if (projectId !== undefined && projectId !== offering.project_id) {
      await this.projects.requireUnmerged(organizationId, projectId, 'project_id');
      projectMustBeThatOfOffering(projectId, offering);
    }
    projectMustBeInUse(offering.is_archived);
  }
}
