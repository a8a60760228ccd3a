import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { notArchived, UsableRecords } from '../../../platform/references/index.js';
import { Role } from './role.entity.js';
import { roleNotUsable } from './role.rules.js';

@Injectable()
export class UsableRoles extends UsableRecords<Role> {
  constructor(@InjectRepository(Role) roles: Repository<Role>) {
    super(roles, notArchived, roleNotUsable);
  }

  /** The role that people without a role have: each organization has one. */
  async getUnassignedId(organizationId: string): Promise<string> {
    return (await this.rows.findOneByOrFail({ organizationId, isUnassigned: true })).id;
  }
}
