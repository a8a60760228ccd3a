import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { nameKey, newId } from '../../../platform/values/index.js';
import { User } from './user.entity.js';

@Injectable()
export class UserRepository {
  constructor(@InjectRepository(User) private readonly users: Repository<User>) {}

  /** The id of the user with this e-mail address, who is made when the organization has none. */
  async findOrInsert(organizationId: string, emailAddress: string): Promise<string> {
    const emailKey = nameKey(emailAddress);
    const user = { organizationId, id: newId(), emailAddress, emailKey };
    await this.users.createQueryBuilder().insert().values(user).orIgnore().updateEntity(false).execute();
    return (await this.users.findOneByOrFail({ organizationId, emailKey })).id;
  }
}
