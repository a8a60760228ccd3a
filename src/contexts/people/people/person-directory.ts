import { Injectable } from '@nestjs/common';
import { PersonRepository } from './person.repository.js';
import { personMustBeUsable } from './person.rules.js';

/** Answers other contexts whether a person can be referred to. */
@Injectable()
export class PersonDirectory {
  constructor(private readonly people: PersonRepository) {}

  /**
   * Call it in a unit of work: the person cannot be archived until that ends.
   * @param member where the body names the person, such as `account_manager_id`
   * @throws 422 `person.not_usable` when the organization has no such person or they are archived
   */
  async requireUsable(organizationId: string, id: string, member: string): Promise<void> {
    personMustBeUsable(await this.people.holdUsable(organizationId, id), member);
  }
}
