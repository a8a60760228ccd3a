import { usableOffering, type UsableOffering } from '../offerings/usable-offering.js';
import type { LockedOffering } from '../offerings/locked-offering.repository.js';
import {
  placeOf,
  type AssignedPerson,
  type OfferingPerson,
  type PersonOfferingRole,
} from './person-offering-role.repository.js';

/** Null: the organization has none. */
export interface Assignment {
  readonly offering: UsableOffering | null;
  readonly person: AssignedPerson | null;
  readonly offeringRoleId: string | null;
}

/** Offerings, people and their roles, which stay as they are until the transaction ends. */
export class LockedAssignments {
  private readonly offerings = new Map<string, UsableOffering>();
  private readonly roleIds: ReadonlyMap<string, string>;

  constructor(
    offerings: ReadonlyMap<string, LockedOffering>,
    private readonly people: ReadonlyMap<string, AssignedPerson>,
    roles: readonly PersonOfferingRole[],
  ) {
    for (const [id, offering] of offerings) this.offerings.set(id, usableOffering(offering));
    this.roleIds = new Map(roles.map((role) => [placeOf(role), role.id]));
  }

  of(pair: OfferingPerson): Assignment {
    return {
      offering: this.offerings.get(pair.projectOfferingId) ?? null,
      person: this.person(pair.personId),
      offeringRoleId: this.roleIds.get(placeOf(pair)) ?? null,
    };
  }

  person(id: string): AssignedPerson | null {
    return this.people.get(id) ?? null;
  }
}
