import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Database, type Page, type PageRequest } from '../../../platform/database/index.js';
import { nameKey, newId, type CalendarDate } from '../../../platform/values/index.js';
import { crmIdentifiersOf } from '../../../platform/crm-identifiers/index.js';
import { recordForm } from '../../../platform/resources/index.js';
import { TagLinkRepository, tagsOf } from '../../organization/index.js';
import { personConditions } from './person-list.js';
import type { PersonState } from './person-state.js';
import type { ListPeopleQuery, PersonResponse } from './person.dto.js';
import { Person } from './person.entity.js';
import { personNotFound } from './person.rules.js';

const tagLinks = { table: 'people_tags', owner: 'person_id' };

const columnsBesideRate = `p.id, p.given_name, p.family_name, p.email_address, p.role_id, r.department_id,
  ARRAY(SELECT a.role_id FROM person_additional_roles a
    WHERE a.organization_id = p.organization_id AND a.person_id = p.id ORDER BY a.role_id) AS additional_role_ids,
  p.capacity::float8, p.billable_utilization_target::float8,
  p.billing_type, p.billing_type = 'billable' AS is_billable, p.worker_type, p.start_date, p.termination_date,
  ${tagsOf('p', tagLinks)},
  p.image_url, ${crmIdentifiersOf('p')}, p.is_archived, p.archived_on, p.created_at AS created_date,
  p.modified_at AS modified_date`;
const columns = `${columnsBesideRate},
  CASE WHEN c.amount IS NOT NULL
    THEN json_build_object('currency_code', c.currency_code, 'amount', c.amount) END AS cost_rate,
  CASE WHEN c.amount IS NOT NULL THEN c.effective_date END AS cost_rate_effective_date`;

const role = 'JOIN roles r ON r.organization_id = p.organization_id AND r.id = p.role_id';
/** @param today place of the day whose cost rate is shown */
const roleAndRate = (today: string): string => `${role}
  LEFT JOIN LATERAL (
    SELECT * FROM person_cost_rates c
    WHERE c.organization_id = p.organization_id AND c.person_id = p.id AND c.effective_date <= ${today}::date
    ORDER BY c.effective_date DESC LIMIT 1) c ON true`;

function known<Found>(found: Found | null): Found {
  if (found === null) throw personNotFound();
  return found;
}

export const personRecords = recordForm(
  { table: 'people p', joins: role, columns: columnsBesideRate },
  {
    table: 'people p',
    joins: roleAndRate('(now() AT TIME ZONE (SELECT time_zone FROM organizations WHERE id = $1))'),
    columns,
  },
);

@Injectable()
export class PersonRepository {
  constructor(
    @InjectRepository(Person) private readonly people: Repository<Person>,
    private readonly database: Database,
    private readonly tagLinks: TagLinkRepository,
  ) {}

  /** @param today the day whose cost rates are shown; null: none are */
  async list(
    organizationId: string,
    query: ListPeopleQuery,
    page: PageRequest,
    today: CalendarDate | null,
  ): Promise<Page<PersonResponse>> {
    const conditions = personConditions(organizationId, query);
    await this.tagLinks.andCarrying(conditions, 'p', tagLinks, organizationId, query.tags);
    // Without a filter there is one way.
    const isPrepared = conditions.parameters.length === 1;
    const shown =
      today === null
        ? { columns: columnsBesideRate, joins: role }
        : { columns, joins: roleAndRate(conditions.bind(today)) };
    return this.database.page({ table: 'people p', ...shown, conditions, isPrepared, page });
  }

  async get(organizationId: string, id: string, today: CalendarDate): Promise<PersonResponse> {
    const statement = `SELECT ${columns} FROM people p ${roleAndRate('$3')} WHERE p.organization_id = $1 AND p.id = $2`;
    const found = await this.database.first<PersonResponse>(statement, [organizationId, id, today]);
    return known(found);
  }

  async requireKnown(organizationId: string, id: string): Promise<void> {
    if (!(await this.people.existsBy({ organizationId, id }))) throw personNotFound();
  }

  /** @returns its version */
  async lockForUpdate(organizationId: string, id: string): Promise<{ readonly modified_date: string }> {
    const where = { organizationId, id };
    const { modifiedAt } = known(await this.people.findOne({ where, lock: { mode: 'pessimistic_write' } }));
    return { modified_date: modifiedAt.toISOString() };
  }

  async lock(organizationId: string, id: string, today: CalendarDate): Promise<PersonResponse> {
    await this.lockForUpdate(organizationId, id);
    return this.get(organizationId, id, today);
  }

  async insert(organizationId: string, person: PersonState): Promise<string> {
    const id = newId();
    await this.people.insert({ organizationId, id, ...columnsOf(person) });
    return id;
  }

  /** Also where only the lists or the cost rate changed, since these are a new version too. */
  async update(organizationId: string, id: string, person: PersonState): Promise<void> {
    await this.people.update({ organizationId, id }, columnsOf(person));
  }

  /** A new version, for changes in other tables. */
  async touch(organizationId: string, id: string): Promise<void> {
    await this.people.update({ organizationId, id }, {});
  }

  // SQL: a set of links without an entity.
  async replaceAdditionalRoles(
    organizationId: string,
    id: string,
    roleIds: readonly string[],
  ): Promise<void> {
    await this.database.rows(
      'DELETE FROM person_additional_roles WHERE organization_id = $1 AND person_id = $2 AND role_id <> ALL ($3)',
      [organizationId, id, roleIds],
    );
    await this.database.rows(
      `INSERT INTO person_additional_roles (organization_id, person_id, role_id)
       SELECT $1, $2, unnest($3::uuid[]) ON CONFLICT DO NOTHING`,
      [organizationId, id, roleIds],
    );
  }

  async replaceTags(organizationId: string, id: string, tagIds: readonly string[]): Promise<void> {
    await this.tagLinks.replace(tagLinks, organizationId, id, tagIds);
  }

  /** Archives up to `limit` people whose last day lies before `today`, except those that are locked right now. */
  async archiveTerminated(organizationId: string, today: CalendarDate, limit: number): Promise<string[]> {
    const rows = await this.database.rows<{ id: string }>(
      `WITH due AS MATERIALIZED (
         SELECT id FROM people
         WHERE organization_id = $1 AND NOT is_archived AND termination_date < $2
         ORDER BY termination_date, id LIMIT $3 FOR UPDATE SKIP LOCKED),
       archived AS (
         UPDATE people p SET is_archived = true, archived_on = $2 FROM due
         WHERE p.organization_id = $1 AND p.id = due.id RETURNING p.id)
       SELECT id FROM archived ORDER BY id`,
      [organizationId, today, limit],
    );
    return rows.map(({ id }) => id);
  }
}

function columnsOf(person: PersonState): Omit<Person, 'organizationId' | 'id' | 'createdAt' | 'modifiedAt'> {
  const { given_name, family_name, email_address, capacity, billable_utilization_target: target } = person;
  return {
    givenName: given_name,
    familyName: family_name,
    emailAddress: email_address,
    emailKey: nameKey(email_address),
    searchKey: nameKey([given_name, family_name, email_address].filter(Boolean).join(' ')),
    roleId: person.role_id,
    capacity: capacity === null ? null : String(capacity),
    billableUtilizationTarget: target === null ? null : String(target),
    billingType: person.billing_type,
    workerType: person.worker_type,
    startDate: person.start_date,
    terminationDate: person.termination_date,
    imageUrl: person.image_url,
    crmIdentifiers: person.crm_identifiers,
    isArchived: person.is_archived,
    archivedOn: person.archived_on,
  };
}
