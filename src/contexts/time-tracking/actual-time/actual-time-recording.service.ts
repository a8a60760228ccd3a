import { Injectable } from '@nestjs/common';
import { withNeighbours, type CallKind } from '../../../platform/bulk/index.js';
import { UnitOfWork } from '../../../platform/database/index.js';
import { EventPublisher } from '../../../platform/events/index.js';
import { newId } from '../../../platform/values/index.js';
import { ProjectDirectory, ProjectOfferingRoleDirectory } from '../../delivery/index.js';
import { actualTimeCreated } from '../time-tracking.events.js';
import { strayProjectOf, timeMustBeRecordable } from './actual-time-recording.rules.js';
import type { ActualTimeResponse, CreateActualTimeRequest } from './actual-time.dto.js';
import { ActualTimeRepository, type Identified } from './actual-time.repository.js';
import { inOrderOfIdentifiers, newActualTime, type RecordableTime } from './new-actual-time.js';
import { parentsOf } from './parents-of.js';

interface Creation {
  readonly organizationId: string;
  readonly request: CreateActualTimeRequest;
  readonly mayBackfill: boolean;
}

@Injectable()
export class ActualTimeRecordingService {
  private readonly creations: CallKind<Creation, ActualTimeResponse> = {
    alone: (creation) => this.createOne(creation),
    together: (creations) => this.createAll(creations),
  };

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
    return this.unitOfWork.run(() =>
      withNeighbours(this.creations, { organizationId, request, mayBackfill }),
    );
  }

  /** However many, in a unit of work. @returns the records of each, in their order */
  async recordAll(
    organizationId: string,
    recordable: readonly RecordableTime[],
  ): Promise<ActualTimeResponse[][]> {
    const roleIds = await this.roleIdsOf(organizationId, recordable);
    const wanted = recordable.map(({ times, offering }, index) =>
      times.map((time) => newActualTime(newId(), time, offering, roleIds[index] as string)),
    );
    const times = wanted.flat();
    const [recorded] = await Promise.all([
      this.times.insertAll(organizationId, inOrderOfIdentifiers(times)),
      this.publishCreated(organizationId, times),
    ]);
    return wanted.map((each) => each.map(({ id }) => recorded.get(id) as ActualTimeResponse));
  }

  private async createOne({ organizationId, request, mayBackfill }: Creation): Promise<ActualTimeResponse> {
    const pair = pairOf(request);
    // Nearly always there is an assignment, which one statement locks.
    const assignment =
      (await this.offeringRoles.lockAssignment(organizationId, pair)) ??
      (await this.offeringRoles.lockAssignments(organizationId, [pair])).of(pair);
    const strays = await this.projects.find(organizationId, strayProjectOf(request, assignment));
    const { offering, person } = timeMustBeRecordable(request, assignment, strays, mayBackfill);
    const { offeringRoleId } = assignment;
    const [roleId] = await this.roleIdsOf(organizationId, [
      { pair, offering, roleId: person.roleId, offeringRoleId },
    ]);
    return this.record(organizationId, newActualTime(newId(), request, offering, roleId as string));
  }

  private async createAll(creations: readonly Creation[]): Promise<ActualTimeResponse[]> {
    const { organizationId } = creations[0] as Creation;
    const wanted = creations.map((creation) => ({ ...creation, pair: pairOf(creation.request) }));
    const assignments = await this.offeringRoles.lockAssignments(
      organizationId,
      wanted.map(({ pair }) => pair),
    );
    const strays = wanted.flatMap(({ request, pair }) => strayProjectOf(request, assignments.of(pair)));
    const projects = await this.projects.find(organizationId, [...new Set(strays)]);
    const recordable = wanted.map(({ request, mayBackfill, pair }): RecordableTime => {
      const assignment = assignments.of(pair);
      const { offering, person } = timeMustBeRecordable(request, assignment, projects, mayBackfill);
      const { offeringRoleId } = assignment;
      return { times: [request], pair, offering, roleId: person.roleId, offeringRoleId };
    });
    return (await this.recordAll(organizationId, recordable)).flat();
  }

  private async record(organizationId: string, time: Identified): Promise<ActualTimeResponse> {
    const [recorded] = await Promise.all([
      this.times.insert(organizationId, time),
      this.publishCreated(organizationId, [time]),
    ]);
    return recorded;
  }

  private publishCreated(organizationId: string, times: readonly Identified[]): Promise<void> {
    const events = times.map((time) => ({ organizationId, id: time.id, payload: parentsOf(time) }));
    return this.events.publish(actualTimeCreated, ...events);
  }

  private async roleIdsOf(
    organizationId: string,
    people: readonly Omit<RecordableTime, 'times'>[],
  ): Promise<string[]> {
    const roleless = people.filter(({ offeringRoleId }) => offeringRoleId === null);
    const given = await this.offeringRoles.giveRoles(
      organizationId,
      roleless.map(({ pair, offering, roleId }) => ({ ...pair, projectId: offering.project_id, roleId })),
    );
    const givenTo = new Map(roleless.map((each, index) => [each, given[index] as string]));
    return people.map((each) => each.offeringRoleId ?? (givenTo.get(each) as string));
  }
}

const pairOf = ({ project_offering_id, person_id }: CreateActualTimeRequest) => ({
  projectOfferingId: project_offering_id,
  personId: person_id,
});
