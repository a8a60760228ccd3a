import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { notArchived, UsableRecords } from '../../../platform/references/index.js';
import { Person } from './person.entity.js';
import { personNotUsable } from './person.rules.js';

@Injectable()
export class UsablePeople extends UsableRecords<Person> {
  constructor(@InjectRepository(Person) people: Repository<Person>) {
    super(people, notArchived, personNotUsable);
  }

  /** A person that a record refers to already, archived or not. Its foreign key keeps the person. */
  lockReferredForShare(organizationId: string, id: string): Promise<Person> {
    return this.rows.findOneOrFail({ where: { organizationId, id }, lock: { mode: 'pessimistic_read' } });
  }
}
