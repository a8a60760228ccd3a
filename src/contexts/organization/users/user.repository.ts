import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Conditions, Database, type Page, type PageRequest } from '../../../platform/database/index.js';
import { recordForm } from '../../../platform/resources/index.js';
import { nameKey, newId } from '../../../platform/values/index.js';
import type { ListUsersQuery, UpdateUserRequest, UserResponse } from './user.dto.js';
import { User } from './user.entity.js';
import { userNotFound } from './user.rules.js';

const columns = `u.id, u.email_address, u.type, u.is_administrator, u.scopes, u.is_archived, u.oidc_issuer, u.oidc_subject,
  u.created_at AS created_date, u.modified_at AS modified_date`;

export const userRecords = recordForm({ table: 'users u', columns });

export type NewUser = Pick<UserResponse, 'email_address' | 'type' | 'is_administrator' | 'scopes' | Account>;

type Account = 'oidc_issuer' | 'oidc_subject';

export type UserChanges = UpdateUserRequest & Partial<Pick<UserResponse, Account>>;

@Injectable()
export class UserRepository {
  constructor(
    @InjectRepository(User) private readonly users: Repository<User>,
    private readonly database: Database,
  ) {}

  list(organizationId: string, query: ListUsersQuery, page: PageRequest): Promise<Page<UserResponse>> {
    const conditions = new Conditions()
      .and('u.organization_id = ?', organizationId)
      .and('u.type = ?', query.type)
      .and('u.is_administrator = ?', query.is_administrator)
      .and('u.is_archived = ?', query.is_archived)
      .andWords('u.email_key LIKE ?', query.terms);
    return this.database.page({ table: 'users u', columns, conditions, page });
  }

  async get(organizationId: string, id: string): Promise<UserResponse> {
    const statement = `SELECT ${columns} FROM users u WHERE u.organization_id = $1 AND u.id = $2`;
    const found = await this.database.first<UserResponse>(statement, [organizationId, id]);
    if (!found) throw userNotFound();
    return found;
  }

  async lock(organizationId: string, id: string): Promise<UserResponse> {
    await this.users.findOne({ where: { organizationId, id }, lock: { mode: 'pessimistic_write' } });
    return this.get(organizationId, id);
  }

  async insert(organizationId: string, user: NewUser): Promise<string> {
    const id = newId();
    await this.users.insert({ organizationId, id, ...columnsOf(user) });
    return id;
  }

  /** @returns its id, or null where a user has the address already */
  async insertServiceUnlessPresent(organizationId: string, emailAddress: string): Promise<string | null> {
    const id = newId();
    const inserted = await this.users
      .createQueryBuilder()
      .insert()
      .values({ organizationId, id, ...columnsOf({ email_address: emailAddress, type: 'service' }) })
      .orIgnore()
      .updateEntity(false)
      .returning('id')
      .execute();
    return (inserted.raw as unknown[]).length > 0 ? id : null;
  }

  async update(organizationId: string, id: string, changes: UserChanges): Promise<void> {
    await this.users.update({ organizationId, id }, columnsOf(changes));
  }
}

function columnsOf({
  email_address,
  type,
  is_administrator,
  scopes,
  is_archived,
  oidc_issuer,
  oidc_subject,
}: UserChanges) {
  return {
    ...(email_address !== undefined && {
      emailAddress: email_address,
      emailKey: nameKey(email_address),
    }),
    ...(type !== undefined && { type }),
    ...(is_administrator !== undefined && { isAdministrator: is_administrator }),
    ...(scopes !== undefined && { scopes }),
    ...(is_archived !== undefined && { isArchived: is_archived }),
    ...(oidc_issuer !== undefined && { oidcIssuer: oidc_issuer }),
    ...(oidc_subject !== undefined && { oidcSubject: oidc_subject }),
  };
}
