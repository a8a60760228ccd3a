import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { nameKey } from '../../../platform/values/index.js';
import { User } from './user.entity.js';
import { userNotFound } from './user.rules.js';

@Injectable()
export class AccountRepository {
  constructor(@InjectRepository(User) private readonly users: Repository<User>) {}

  findByAddress(organizationId: string, emailAddress: string): Promise<User | null> {
    return this.users.findOneBy({ organizationId, emailKey: nameKey(emailAddress) });
  }

  async get(organizationId: string, id: string): Promise<User> {
    return (await this.users.findOneBy({ organizationId, id })) ?? unknown();
  }

  async lock(organizationId: string, id: string): Promise<User> {
    const where = { organizationId, id };
    return (await this.users.findOne({ where, lock: { mode: 'for_no_key_update' } })) ?? unknown();
  }
}

function unknown(): never {
  throw userNotFound();
}
