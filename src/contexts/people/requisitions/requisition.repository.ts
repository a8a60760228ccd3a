import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Conditions, Database, type Page, type PageRequest } from '../../../platform/database/index.js';
import { nameKey, newId } from '../../../platform/values/index.js';
import { crmIdentifiersOf } from '../../../platform/crm-identifiers/index.js';
import { recordForm } from '../../../platform/resources/index.js';
import type {
  CreateRequisitionRequest,
  ListRequisitionsQuery,
  RequisitionResponse,
  UpdateRequisitionRequest,
} from './requisition.dto.js';
import { Requisition } from './requisition.entity.js';
import { requisitionNotFound } from './requisition.rules.js';

const columns = `q.id, q.name, q.role_id, q.status, q.start_date, ${crmIdentifiersOf('q')},
  q.created_at AS created_date, q.modified_at AS modified_date`;

export const requisitionRecords = recordForm({ table: 'requisitions q', columns });

@Injectable()
export class RequisitionRepository {
  constructor(
    @InjectRepository(Requisition) private readonly requisitions: Repository<Requisition>,
    private readonly database: Database,
  ) {}

  list(
    organizationId: string,
    query: ListRequisitionsQuery,
    page: PageRequest,
  ): Promise<Page<RequisitionResponse>> {
    const conditions = new Conditions()
      .and('q.organization_id = ?', organizationId)
      .and('q.role_id = ?', query.role_id)
      .and('q.status = ?', query.status)
      .andWords('q.name_key LIKE ?', query.terms);
    return this.database.page({ table: 'requisitions q', columns, conditions, page });
  }

  async get(organizationId: string, id: string): Promise<RequisitionResponse> {
    const statement = `SELECT ${columns} FROM requisitions q WHERE q.organization_id = $1 AND q.id = $2`;
    const found = await this.database.first<RequisitionResponse>(statement, [organizationId, id]);
    if (!found) throw requisitionNotFound();
    return found;
  }

  async lock(organizationId: string, id: string): Promise<RequisitionResponse> {
    await this.requisitions.findOne({ where: { organizationId, id }, lock: { mode: 'pessimistic_write' } });
    return this.get(organizationId, id);
  }

  async insert(organizationId: string, requisition: CreateRequisitionRequest): Promise<string> {
    const id = newId();
    const { name, role_id: roleId, status = 'open', start_date: startDate = null } = requisition;
    const { crm_identifiers: crmIdentifiers = [] } = requisition;
    await this.requisitions.insert({
      organizationId,
      id,
      name,
      nameKey: nameKey(name),
      roleId,
      status,
      startDate,
      crmIdentifiers,
    });
    return id;
  }

  async update(organizationId: string, id: string, changes: UpdateRequisitionRequest): Promise<void> {
    const { name, role_id, status, start_date, crm_identifiers } = changes;
    await this.requisitions.update(
      { organizationId, id },
      {
        ...(name !== undefined && { name, nameKey: nameKey(name) }),
        ...(role_id !== undefined && { roleId: role_id }),
        ...(status !== undefined && { status }),
        ...(start_date !== undefined && { startDate: start_date }),
        ...(crm_identifiers !== undefined && { crmIdentifiers: crm_identifiers }),
      },
    );
  }
}
