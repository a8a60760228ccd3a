import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../platform/database/index.js';
import { EventPublisher, fromRow } from '../../../platform/events/index.js';
import {
  ProjectDirectory,
  ProjectOfferingDirectory,
  ProjectOfferingRoleDirectory,
  type UsableOffering,
} from '../../delivery/index.js';
import { newId } from '../../../platform/values/index.js';
import { PersonDirectory } from '../../people/index.js';
import { parentsOf, type TimeTrackingEvent } from '../time-tracking.events.js';
import type { ActualTimeResponse, CreateActualTimeRequest } from './actual-time.dto.js';
import { ActualTimeRepository } from './actual-time.repository.js';
import { personMustBeThereOn, projectMustBeInUse, projectMustBeThatOfOffering } from './actual-time.rules.js';

const createdEvent = (organizationId: string, time: Parameters<typeof parentsOf>[0] & { id: string }) =>
  ({
    topic: 'actualtime.created',
    organizationId,
    id: time.id,
    payload: parentsOf(time),
  }) satisfies TimeTrackingEvent;

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

  async create(organizationId: string, request: CreateActualTimeRequest): Promise<ActualTimeResponse> {
    const recorded = await this.unitOfWork.runStatement(() => this.recordAssigned(organizationId, request));
    return recorded ?? this.recordByStep(organizationId, request);
  }

  /** Nearly always the person has a role on the offering and no rule is against it. */
  private async recordAssigned(
    organizationId: string,
    request: CreateActualTimeRequest,
  ): Promise<ActualTimeResponse | null> {
    const id = newId();
    const event = this.events.rowOf(
      createdEvent(organizationId, { ...request, id, project_id: fromRow('project_id') }),
    );
    const recorded = await this.times.insertAssigned(organizationId, id, request, event);
    if (recorded) this.events.announce(createdEvent(organizationId, recorded));
    return recorded;
  }

  /** Makes the role that the person lacks, or tells what is wrong. */
  private recordByStep(
    organizationId: string,
    request: CreateActualTimeRequest,
  ): Promise<ActualTimeResponse> {
    return this.unitOfWork.runAhead(async () => {
      const { offering, offeringRoleId } = await this.hold(organizationId, request);
      const id = newId();
      const time = {
        ...request,
        project_id: offering.project_id,
        project_offering_role_id: offeringRoleId,
        billable: request.billable ?? offering.is_billable,
        description: request.description ?? null,
      };
      await this.events.publish(createdEvent(organizationId, { ...time, id }));
      return { answer: this.times.insert(organizationId, id, time) };
    });
  }

  /** What the time is recorded on. */
  private async hold(
    organizationId: string,
    request: CreateActualTimeRequest,
  ): Promise<{ offering: UsableOffering; offeringRoleId: string }> {
    const { project_offering_id: offeringId, person_id: personId } = request;
    const offering = await this.offerings.hold(organizationId, offeringId, 'project_offering_id');
    await this.projectMustFit(organizationId, request.project_id, offering);
    // The person comes before the offering role that may have to be made from their role. Locks of a person are
    // shared here as everywhere below a project: nobody who locks one for update then waits for an offering role.
    const person = await this.people.requireUsable(organizationId, personId, 'person_id');
    personMustBeThereOn(request.recorded_date, person);
    const offeringRoleId = await this.offeringRoles.holdRoleOf(
      organizationId,
      offering,
      personId,
      person.role_id,
    );
    return { offering, offeringRoleId };
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
