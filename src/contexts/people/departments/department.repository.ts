import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Conditions, Database, type Page, type PageRequest } from '../../../platform/database/index.js';
import { nameKey, newId } from '../../../platform/values/index.js';
import { crmIdentifiersOf } from '../../../platform/crm-identifiers/index.js';
import { recordForm } from '../../../platform/resources/index.js';
import type {
  CreateDepartmentRequest,
  DepartmentResponse,
  ListDepartmentsQuery,
  UpdateDepartmentRequest,
} from './department.dto.js';
import { Department } from './department.entity.js';
import { departmentNotFound } from './department.rules.js';

const columns = `d.id, d.name, ${crmIdentifiersOf('d')}, d.is_archived, d.created_at AS created_date,
  d.modified_at AS modified_date`;

export const departmentRecords = recordForm({ table: 'departments d', columns });

@Injectable()
export class DepartmentRepository {
  constructor(
    @InjectRepository(Department) private readonly departments: Repository<Department>,
    private readonly database: Database,
  ) {}

  list(
    organizationId: string,
    query: ListDepartmentsQuery,
    page: PageRequest,
  ): Promise<Page<DepartmentResponse>> {
    const conditions = new Conditions()
      .and('d.organization_id = ?', organizationId)
      .and('d.is_archived = ?', query.is_archived)
      .andWords('d.name_key LIKE ?', query.terms);
    return this.database.page({ table: 'departments d', columns, conditions, page });
  }

  async get(organizationId: string, id: string): Promise<DepartmentResponse> {
    const statement = `SELECT ${columns} FROM departments d WHERE d.organization_id = $1 AND d.id = $2`;
    const found = await this.database.first<DepartmentResponse>(statement, [organizationId, id]);
    if (!found) throw departmentNotFound();
    return found;
  }

  async lock(
    organizationId: string,
    id: string,
  ): Promise<{ department: DepartmentResponse; isUnassigned: boolean }> {
    const row = await this.departments.findOne({
      where: { organizationId, id },
      lock: { mode: 'pessimistic_write' },
    });
    return { department: await this.get(organizationId, id), isUnassigned: row?.isUnassigned === true };
  }

  async insert(
    organizationId: string,
    { name, crm_identifiers: crmIdentifiers = [] }: CreateDepartmentRequest,
    isUnassigned = false,
  ): Promise<string> {
    const id = newId();
    await this.departments.insert({
      organizationId,
      id,
      name,
      nameKey: nameKey(name),
      isUnassigned,
      crmIdentifiers,
    });
    return id;
  }

  async update(
    organizationId: string,
    id: string,
    { name, crm_identifiers, is_archived }: UpdateDepartmentRequest,
  ): Promise<void> {
    await this.departments.update(
      { organizationId, id },
      {
        ...(name !== undefined && { name, nameKey: nameKey(name) }),
        ...(crm_identifiers !== undefined && { crmIdentifiers: crm_identifiers }),
        ...(is_archived !== undefined && { isArchived: is_archived }),
      },
    );
  }
}
