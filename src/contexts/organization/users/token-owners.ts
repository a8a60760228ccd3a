import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { EventPublisher } from '../../../platform/events/index.js';
import { nameKey } from '../../../platform/values/index.js';
import { userCreated } from '../organization.events.js';
import { User } from './user.entity.js';
import { UserRepository } from './user.repository.js';
import { userNotUsable } from './user.rules.js';

/** The users that new tokens belong to. Call its methods in a unit of work. */
@Injectable()
export class TokenOwners {
  constructor(
    @InjectRepository(User) private readonly users: Repository<User>,
    private readonly repository: UserRepository,
    private readonly events: EventPublisher,
  ) {}

  lockForShare(organizationId: string, id: string): Promise<User> {
    return this.users.findOneOrFail({ where: { organizationId, id }, lock: { mode: 'pessimistic_read' } });
  }

  /**
   * The user with this address. Where the organization has none it gets a service: nobody has said that it is a person.
   * @param member that named the address
   * @throws 422 `user.not_usable` for one who is archived
   */
  async lockOrMake(organizationId: string, emailAddress: string, member: string): Promise<User> {
    const made = await this.repository.insertServiceUnlessPresent(organizationId, emailAddress);
    if (made !== null) await this.events.publish(userCreated, { organizationId, id: made });
    const owner = await this.users.findOneOrFail({
      where: { organizationId, emailKey: nameKey(emailAddress) },
      lock: { mode: 'pessimistic_read' },
    });
    if (owner.isArchived) throw userNotUsable(member);
    return owner;
  }
}
