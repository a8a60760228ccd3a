import { Injectable } from '@nestjs/common';
import { EventPublisher } from '../../../platform/events/index.js';
import { newId } from '../../../platform/values/index.js';
import { projectOfferingRoleCreated } from '../delivery.events.js';
import { LockedOfferingRepository } from '../offerings/locked-offering.repository.js';
import { usableOffering } from '../offerings/usable-offering.js';
import { LockedAssignments, type Assignment } from './locked-assignments.js';
import {
  PersonOfferingRoleRepository,
  placeOf,
  type NewPersonOfferingRole,
  type OfferingPerson,
} from './person-offering-role.repository.js';

// Each further attempt means that a person got a role and lost it again while this one was waiting.
const ATTEMPTS = 10;

export interface RolelessPerson extends OfferingPerson {
  readonly projectId: string;
  /** The person's own. */
  readonly roleId: string;
}

/** Tells time tracking which role a person has on an offering. */
@Injectable()
export class ProjectOfferingRoleDirectory {
  constructor(
    private readonly offerings: LockedOfferingRepository,
    private readonly roles: PersonOfferingRoleRepository,
    private readonly events: EventPublisher,
  ) {}

  /**
   * In one statement. They stay as they are until the transaction ends. Call it before anything else is locked.
   * @returns null where there is no such offering or person, or the person has no role on the offering
   */
  async lockAssignment(organizationId: string, pair: OfferingPerson): Promise<Assignment | null> {
    const { projectOfferingId, personId } = pair;
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

  /** The same of many, and other people, in four statements sent together. */
  async lockAssignments(
    organizationId: string,
    pairs: readonly OfferingPerson[],
    otherPersonIds: readonly string[] = [],
  ): Promise<LockedAssignments> {
    const different = differentPlaces(pairs);
    const offeringIds = new Set(different.map(({ projectOfferingId }) => projectOfferingId));
    const personIds = new Set([...different.map(({ personId }) => personId), ...otherPersonIds]);
    // Sent in the order of all locks: project, offering, person, role.
    const locked = await Promise.all([
      this.offerings.lockAll(organizationId, [...offeringIds]),
      this.roles.lockPeople(organizationId, [...personIds]),
      this.roles.lockForKeyShare(organizationId, different),
    ]);
    return new LockedAssignments(...locked);
  }

  /** They stay theirs until the transaction ends. @returns the ids, in the order of the people */
  async giveRoles(organizationId: string, people: readonly RolelessPerson[]): Promise<string[]> {
    const given = new Map<string, string>();
    let missing = differentPlaces(people).map((person) => ({ ...person, id: newId() }));
    for (let attempt = 1; missing.length > 0; attempt += 1) {
      if (attempt > ATTEMPTS) throw new Error('The role of a person on an offering changed again and again.');
      const made = await this.roles.insert(organizationId, missing);
      const created = missing.filter(({ id }) => made.has(id));
      await this.publishCreated(organizationId, created);
      const taken = missing.filter(({ id }) => !made.has(id));
      const others = await this.roles.lockForKeyShare(organizationId, taken);
      for (const role of [...created, ...others]) given.set(placeOf(role), role.id);
      missing = taken.filter((role) => !given.has(placeOf(role)));
    }
    return people.map((person) => given.get(placeOf(person)) as string);
  }

  private async publishCreated(
    organizationId: string,
    roles: readonly (NewPersonOfferingRole & RolelessPerson)[],
  ): Promise<void> {
    const events = roles.map(({ id, projectId, projectOfferingId }) => ({
      organizationId,
      id,
      payload: { projectId, projectOfferingId },
    }));
    await this.events.publish(projectOfferingRoleCreated, ...events);
  }
}

const differentPlaces = <Pair extends OfferingPerson>(pairs: readonly Pair[]): Pair[] => [
  ...new Map(pairs.map((pair) => [placeOf(pair), pair])).values(),
];
