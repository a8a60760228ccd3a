import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import {
  Conditions,
  Database,
  prepared,
  type Page,
  type PageRequest,
} from '../../../platform/database/index.js';
import { newId } from '../../../platform/values/index.js';
import { crmIdentifiersOf } from '../../../platform/crm-identifiers/index.js';
import { recordForm } from '../../../platform/resources/index.js';
import { TagLinkRepository, tagsOf } from '../../organization/index.js';
import type {
  ListProjectOfferingRolesQuery,
  ProjectOfferingRoleResponse,
} from './project-offering-role.dto.js';
import { ProjectOfferingRole } from './project-offering-role.entity.js';
import {
  columnsOf,
  type OfferingPath,
  type ProjectOfferingRoleState,
} from './project-offering-role-state.js';
import { projectOfferingRoleNotFound } from './project-offering-role.rules.js';

const tagLinks = { table: 'project_offering_role_tags', owner: 'project_offering_role_id' };

const columns = `r.id, o.project_id, r.project_offering_id, r.role_id,
  CASE WHEN r.person_id IS NOT NULL THEN json_build_object('type', 'person', 'id', r.person_id)
    WHEN r.requisition_id IS NOT NULL THEN json_build_object('type', 'requisition', 'id', r.requisition_id)
    END AS assignment,
  r.allocation::float8,
  (SELECT coalesce(sum(t.hours), 0)::float8 FROM planned_time t
    WHERE t.organization_id = r.organization_id AND t.project_offering_role_id = r.id) AS scheduled_hours,
  ${tagsOf('r', tagLinks)},
  ${crmIdentifiersOf('r')}, r.created_at AS created_date, r.modified_at AS modified_date`;
const joins =
  'JOIN project_offerings o ON o.organization_id = r.organization_id AND o.id = r.project_offering_id';

const inProject =
  'r.project_offering_id IN (SELECT o.id FROM project_offerings o WHERE o.organization_id = $1 AND o.project_id = ?)';

// By the name of the role or of the person, whose search key ends with the e-mail address. Few names lead to few rows,
// which PostgreSQL cannot know from conditions on the rows themselves.
const isNamed = `r.id = ANY (ARRAY(
  SELECT named.id FROM project_offering_roles named WHERE named.organization_id = $1 AND named.role_id = ANY (ARRAY(
    SELECT k.id FROM roles k WHERE k.organization_id = $1 AND k.name_key LIKE ?))
  UNION ALL
  SELECT named.id FROM project_offering_roles named WHERE named.organization_id = $1 AND named.person_id = ANY (ARRAY(
    SELECT p.id FROM people p WHERE p.organization_id = $1 AND p.search_key LIKE ?
      AND left(p.search_key, length(p.search_key) - length(p.email_key)) LIKE ?))))`;

const planOf = `
  SELECT r.plan_modified_at AS modified_date FROM projects p
  JOIN project_offerings o ON o.organization_id = p.organization_id AND o.project_id = p.id
  JOIN project_offering_roles r ON r.organization_id = o.organization_id AND r.project_offering_id = o.id
  WHERE p.organization_id = $1 AND p.id = $2 AND o.id = $3 AND r.id = $4`;
// Rows are locked in the order of the locking clauses and their lists, so it is the order of all locks here.
const withParents = `${planOf}
  FOR KEY SHARE OF p, o`;
const locking = prepared(`${withParents} FOR UPDATE OF r`);
const lockingForPlanning = prepared(`${withParents} FOR NO KEY UPDATE OF r`);

export interface ProjectOfferingRoleFilters extends ListProjectOfferingRolesQuery {
  readonly project_id?: string;
  readonly project_offering_id?: string;
}

export interface PlanVersion {
  readonly modified_date: string;
}
export const projectOfferingRoleRecords = recordForm({ table: 'project_offering_roles r', joins, columns });

@Injectable()
export class ProjectOfferingRoleRepository {
  constructor(
    @InjectRepository(ProjectOfferingRole) private readonly roles: Repository<ProjectOfferingRole>,
    private readonly database: Database,
    private readonly tagLinks: TagLinkRepository,
  ) {}

  /** Nothing also where the offering is in another project. */
  list(
    organizationId: string,
    query: ProjectOfferingRoleFilters,
    page: PageRequest,
  ): Promise<Page<ProjectOfferingRoleResponse>> {
    const conditions = new Conditions()
      .and('r.organization_id = ?', organizationId)
      .and('r.project_offering_id = ?', query.project_offering_id)
      .and(inProject, query.project_id)
      .and('r.role_id = ?', query.role_id)
      .and('r.person_id = ?', query.person_id)
      .andWords(isNamed, query.terms);
    return this.database.page({ table: 'project_offering_roles r', joins, columns, conditions, page });
  }

  allOf(organizationId: string, projectOfferingId: string): Promise<ProjectOfferingRoleResponse[]> {
    return this.select('r.project_offering_id = $2 ORDER BY r.id', [organizationId, projectOfferingId]);
  }

  /** @throws 404 also when the role is on another offering, or that in another project */
  async get(
    organizationId: string,
    { projectId, projectOfferingId }: OfferingPath,
    id: string,
  ): Promise<ProjectOfferingRoleResponse> {
    const [found] = await this.select('o.project_id = $2 AND r.project_offering_id = $3 AND r.id = $4', [
      organizationId,
      projectId,
      projectOfferingId,
      id,
    ]);
    if (!found) throw projectOfferingRoleNotFound();
    return found;
  }

  /** Locks the role: no time is recorded or planned on it until the transaction ends. @throws 404 as `get` */
  async lock(organizationId: string, path: OfferingPath, id: string): Promise<ProjectOfferingRoleResponse> {
    await this.planVersionIn(organizationId, path, id, locking);
    return this.get(organizationId, path, id);
  }

  /**
   * Locks the role: it stays, and no other time is planned on it, until the transaction ends.
   * @returns the version of its plan. @throws 404 as `get`
   */
  lockForPlanning(organizationId: string, path: OfferingPath, id: string): Promise<PlanVersion> {
    return this.planVersionIn(organizationId, path, id, lockingForPlanning);
  }

  /** @returns the version of its plan. @throws 404 as `get` */
  getPlanVersion(organizationId: string, path: OfferingPath, id: string): Promise<PlanVersion> {
    return this.planVersionIn(organizationId, path, id, planOf);
  }

  async insert(
    organizationId: string,
    projectOfferingId: string,
    role: ProjectOfferingRoleState,
  ): Promise<string> {
    const id = newId();
    await this.roles.insert({
      organizationId,
      id,
      projectOfferingId,
      ...columnsOf(role),
    });
    return id;
  }

  /** Also where only the tags changed, since they are a new version too. */
  async update(organizationId: string, id: string, role: ProjectOfferingRoleState): Promise<void> {
    await this.roles.update({ organizationId, id }, columnsOf(role));
  }

  async replaceTags(organizationId: string, id: string, tagIds: readonly string[]): Promise<void> {
    await this.tagLinks.replace(tagLinks, organizationId, id, tagIds);
  }

  async remove(organizationId: string, id: string): Promise<void> {
    await this.roles.delete({ organizationId, id });
  }

  private async planVersionIn(
    organizationId: string,
    { projectId, projectOfferingId }: OfferingPath,
    id: string,
    statement: string,
  ): Promise<PlanVersion> {
    const place = [organizationId, projectId, projectOfferingId, id];
    const locked = await this.database.first<PlanVersion>(statement, place);
    if (!locked) throw projectOfferingRoleNotFound();
    return locked;
  }

  private select(condition: string, parameters: readonly unknown[]): Promise<ProjectOfferingRoleResponse[]> {
    return this.database.rows(
      `SELECT ${columns} FROM project_offering_roles r ${joins} WHERE r.organization_id = $1 AND ${condition}`,
      parameters,
    );
  }
}
