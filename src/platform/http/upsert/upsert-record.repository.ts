import { Injectable } from '@nestjs/common';
import { crmIdentifiersOf, type CrmIdentifier } from '../../crm-identifiers/index.js';
import { Database } from '../../database/index.js';
import { referenceKey, ReferenceResolver } from '../../references/index.js';
import { NIL_ID } from '../../values/index.js';
import type { ApiRequest, PathReference } from '../caller.js';
import { parentIdOf, putIds } from './path-reference.js';

/** The record that the path of an upsert refers to. */
@Injectable()
export class UpsertRecordRepository {
  constructor(
    private readonly database: Database,
    private readonly references: ReferenceResolver,
  ) {}

  /** Two of one reference come one after the other, also while there is no record. @returns the nil id without one */
  async lockAndFind(request: ApiRequest, upsert: PathReference): Promise<string> {
    const { resource, reference } = upsert;
    const named = ['upsert', request.caller?.organizationId, resource.type, ...referenceKey(reference)];
    const [, id] = await Promise.all([
      this.database.rows('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [JSON.stringify(named)]),
      this.find(request, upsert),
    ]);
    return id;
  }

  async find(request: ApiRequest, upsert: PathReference): Promise<string> {
    const [id] = await this.references.resolve([{ ...upsert, parentId: parentIdOf(request, upsert) }]);
    return id ?? NIL_ID;
  }

  /** Looks for what the path names beside the record. @returns whether that is another record now */
  parentsHaveMoved(request: ApiRequest): Promise<boolean> {
    return putIds(this.references, request, request.upsertParents ?? []);
  }

  async findIdentifiers(
    { caller }: ApiRequest,
    { resource: { table } }: PathReference,
    id: string,
  ): Promise<readonly CrmIdentifier[]> {
    const found = await this.database.first<{ crm_identifiers: readonly CrmIdentifier[] }>(
      `SELECT ${crmIdentifiersOf('r')} FROM ${table} r WHERE r.organization_id = $1 AND r.id = $2`,
      [caller?.organizationId, id],
    );
    return found?.crm_identifiers ?? [];
  }

  /** @returns null where it lies below other records than the path says */
  findVersion(
    { caller, params }: ApiRequest,
    { resource: { table, parent } }: PathReference,
    id: string,
  ): Promise<{ readonly modified_date: string } | null> {
    const isBelow = parent ? `AND ${parent.column}::text = ANY ($3::text[])` : '';
    return this.database.first(
      `SELECT modified_at AS modified_date FROM ${table} WHERE organization_id = $1 AND id = $2 ${isBelow}`,
      [caller?.organizationId, id, ...(parent ? [Object.values(params)] : [])],
    );
  }
}
