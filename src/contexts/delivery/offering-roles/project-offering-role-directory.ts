import { Injectable } from '@nestjs/common';
import { EventPublisher } from '../../../platform/events/index.js';
import type { CalendarDate } from '../../../platform/values/index.js';
import { projectOfferingRoleCreated } from '../delivery.events.js';
import type { LockedOffering } from '../offerings/locked-offering.repository.js';
import { usableOffering, type UsableOffering } from '../offerings/project-offering-directory.js';
import { PersonOfferingRoleRepository } from './person-offering-role.repository.js';

// Each further attempt means that the person got a role and lost it again while this one was waiting.
const ATTEMPTS = 10;

export interface Assignment {
  readonly offering: UsableOffering;
  readonly person: {
    readonly roleId: string;
    readonly startDate: CalendarDate | null;
    readonly terminationDate: CalendarDate | null;
    readonly archivedOn: CalendarDate | null;
  };
  readonly offeringRoleId: string;
}

/** Tells time tracking which role a person has on an offering. */
@Injectable()
export class ProjectOfferingRoleDirectory {
  constructor(
    private readonly roles: PersonOfferingRoleRepository,
    private readonly events: EventPublisher,
  ) {}

  /**
   * The offering, the person and their role on it, in one statement. They stay as they are until the transaction ends.
   * Call it in a unit of work, before anything else is locked.
   * @returns null where there is no such offering or person, or the person has no role on the offering
   */
  async lockAssignment(
    organizationId: string,
    projectOfferingId: string,
    personId: string,
  ): Promise<Assignment | null> {
    const found = await this.roles.lockAssignment(organizationId, projectOfferingId, personId);
    if (!found) return null;
    const { offering_role_id, person_role_id, start_date, termination_date, archived_on, ...offering } =
      found;
    return {
      offering: usableOffering(offering),
      person: {
        roleId: person_role_id,
        startDate: start_date,
        terminationDate: termination_date,
        archivedOn: archived_on,
      },
      offeringRoleId: offering_role_id,
    };
  }

  /**
   * The id of the person's role on the offering. It stays, and stays theirs, until the transaction ends. Where they
   * have none, they get one, and `projectofferingrole.created` is sent. Call it in a unit of work.
   * @param offering locked before, as the order of locks demands
   * @param roleId the role that a new offering role gets: the person's own
   */
  async lockRoleOf(
    organizationId: string,
    offering: LockedOffering,
    personId: string,
    roleId: string,
  ): Promise<string> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const locked = await this.roles.lockForKeyShare(organizationId, offering.id, personId);
      if (locked !== null) return locked;
      const id = await this.roles.insert(organizationId, offering.id, personId, roleId);
      if (id !== null) {
        await this.publishCreated(organizationId, offering, id);
        return id;
      }
    }
    throw new Error('The role of a person on an offering changed again and again.');
  }

  private async publishCreated(organizationId: string, offering: LockedOffering, id: string): Promise<void> {
    await this.events.publish(projectOfferingRoleCreated, {
      organizationId,
      id,
      payload: { projectId: offering.project_id, projectOfferingId: offering.id },
    });
  }
}
