import { Injectable } from '@nestjs/common';
import { EventPublisher } from '../../../platform/events/index.js';
import type { DeliveryEvent } from '../delivery.events.js';
import type { HeldOffering } from '../offerings/held-offering.repository.js';
import { PersonOfferingRoleRepository } from './person-offering-role.repository.js';

// Each further attempt means that the person got a role and lost it again while this one was waiting.
const ATTEMPTS = 10;

/** Tells time tracking which role a person has on an offering. */
@Injectable()
export class ProjectOfferingRoleDirectory {
  constructor(
    private readonly roles: PersonOfferingRoleRepository,
    private readonly events: EventPublisher,
  ) {}

  /**
   * The id of the person's role on the offering. It stays, and stays theirs, until the transaction ends. Where they
   * have none, they get one, and `projectofferingrole.created` is sent. Call it in a unit of work.
   * @param offering held before, as the order of locks demands
   * @param roleId the role that a new offering role gets: the person's own
   */
  async holdRoleOf(
    organizationId: string,
    offering: HeldOffering,
    personId: string,
    roleId: string,
  ): Promise<string> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const held = await this.roles.hold(organizationId, offering.id, personId);
      if (held !== null) return held;
      const id = await this.roles.insert(organizationId, offering.id, personId, roleId);
      if (id !== null) {
        await this.publishCreated(organizationId, offering, id);
        return id;
      }
    }
    throw new Error('The role of a person on an offering changed again and again.');
  }

  private async publishCreated(organizationId: string, offering: HeldOffering, id: string): Promise<void> {
    await this.events.publish({
      topic: 'projectofferingrole.created',
      organizationId,
      id,
      payload: { projectId: offering.project_id, projectOfferingId: offering.id },
    } satisfies DeliveryEvent);
  }
}
