import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Conditions, Database, type Page, type PageRequest } from '../../../platform/database/index.js';
import { nameKey, newId } from '../../../platform/values/index.js';
import { crmIdentifiersOf } from '../../../platform/crm-identifiers/index.js';
import { recordForm } from '../../../platform/resources/index.js';
import type {
  ClientResponse,
  CreateClientRequest,
  ListClientsQuery,
  UpdateClientRequest,
} from './client.dto.js';
import { Client } from './client.entity.js';
import { clientNotFound } from './client.rules.js';

const columns = `c.id, c.name, c.account_manager_id, ${crmIdentifiersOf('c')}, c.is_archived,
  c.created_at AS created_date, c.modified_at AS modified_date`;

export const clientRecords = recordForm({ table: 'clients c', columns });

@Injectable()
export class ClientRepository {
  constructor(
    @InjectRepository(Client) private readonly clients: Repository<Client>,
    private readonly database: Database,
  ) {}

  list(organizationId: string, query: ListClientsQuery, page: PageRequest): Promise<Page<ClientResponse>> {
    const conditions = new Conditions()
      .and('c.organization_id = ?', organizationId)
      .and('c.is_archived = ?', query.is_archived)
      .and('c.account_manager_id = ?', query.account_manager_id)
      .andWords('c.name_key LIKE ?', query.terms);
    return this.database.page({ table: 'clients c', columns, conditions, page });
  }

  async get(organizationId: string, id: string): Promise<ClientResponse> {
    const found = await this.database.first<ClientResponse>(
      `SELECT ${columns} FROM clients c WHERE c.organization_id = $1 AND c.id = $2`,
      [organizationId, id],
    );
    if (!found) throw clientNotFound();
    return found;
  }

  async lock(organizationId: string, id: string): Promise<ClientResponse> {
    await this.clients.findOne({ where: { organizationId, id }, lock: { mode: 'pessimistic_write' } });
    return this.get(organizationId, id);
  }

  async insert(organizationId: string, client: CreateClientRequest): Promise<string> {
    const id = newId();
    const {
      name,
      account_manager_id: accountManagerId = null,
      crm_identifiers: crmIdentifiers = [],
    } = client;
    await this.clients.insert({
      organizationId,
      id,
      name,
      nameKey: nameKey(name),
      accountManagerId,
      crmIdentifiers,
    });
    return id;
  }

  async update(organizationId: string, id: string, changes: UpdateClientRequest): Promise<void> {
    const { name, account_manager_id, crm_identifiers, is_archived } = changes;
    await this.clients.update(
      { organizationId, id },
      {
        ...(name !== undefined && { name, nameKey: nameKey(name) }),
        ...(account_manager_id !== undefined && { accountManagerId: account_manager_id }),
        ...(crm_identifiers !== undefined && { crmIdentifiers: crm_identifiers }),
        ...(is_archived !== undefined && { isArchived: is_archived }),
      },
    );
  }
}
