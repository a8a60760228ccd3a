import { Injectable } from '@nestjs/common';
import { PersonRepository, type HeldPerson } from './person.repository.js';
import { personMustBeUsable } from './person.rules.js';

/** Answers other contexts whether a person can be referred to, and when they are there. */
@Injectable()
export class PersonDirectory {
  constructor(private readonly people: PersonRepository) {}

  /**
   * Call it in a unit of work: the person cannot be archived until that ends.
   * @param member where the body names the person, such as `account_manager_id`
   * @returns among others the days between which they are available
   * @throws 422 `person.not_usable` when the organization has no such person or they are archived
   */
  async requireUsable(organizationId: string, id: string, member: string): Promise<HeldPerson> {
    return personMustBeUsable(await this.people.hold(organizationId, id), member);
  }

  /** A person that a record names already, archived or not. Call it in a unit of work: they stay as they are until it ends. */
  async hold(organizationId: string, id: string): Promise<HeldPerson> {
    const person = await this.people.hold(organizationId, id);
    // The record's foreign key keeps the person.
    if (!person) throw new Error(`Person ${id} is missing.`);
    return person;
  }
}
