import { Injectable } from '@nestjs/common';
import { Database, type Page, type PageRequest } from '../../../platform/database/index.js';
import { notFound } from '../../../platform/errors/index.js';
import { nameKey, newId } from '../../../platform/values/index.js';
import { crmIdentifiersColumn, crmIdentifiersJoin, CrmIdentifierRepository } from '../../sales/index.js';
import { projectConditions } from './project-list.js';
import type { ProjectState } from './project-state.js';
import type { ListProjectsQuery, ProjectResponse } from './project.dto.js';
import { Project } from './project.entity.js';

const crmIdentifiers = { table: 'project_crm_identifiers', owner: 'project_id' };

const columns = `p.id, p.name, p.project_model, p.client_id, p.status, p.stage_id, p.start_date, p.end_date,
  p.target_margin::float8,
  CASE WHEN p.target_budget_amount IS NOT NULL THEN json_build_object(
    'currency_code', p.target_budget_currency_code, 'amount', p.target_budget_amount) END AS target_budget,
  p.currency_code, coalesce(tagged.names, '{}') AS tags, p.is_included, ${crmIdentifiersColumn}, p.metadata,
  p.merged_into_id, p.is_archived, p.created_at AS created_date, p.modified_at AS modified_date`;

const joins = `
  LEFT JOIN (
    SELECT l.project_id, array_agg(t.name ORDER BY t.name_key, t.id) AS names
    FROM cut JOIN project_tags l ON l.organization_id = cut.organization_id AND l.project_id = cut.id
    JOIN tags t ON t.organization_id = l.organization_id AND t.id = l.tag_id
    GROUP BY l.project_id) tagged ON tagged.project_id = p.id
  ${crmIdentifiersJoin(crmIdentifiers, 'p')}`;

@Injectable()
export class ProjectRepository {
  constructor(
    private readonly database: Database,
    private readonly identifiers: CrmIdentifierRepository,
  ) {}

  list(organizationId: string, query: ListProjectsQuery, page: PageRequest): Promise<Page<ProjectResponse>> {
    const conditions = projectConditions(organizationId, query);
    return this.database.page({ table: 'projects p', joins, columns, conditions, page });
  }

  async get(organizationId: string, id: string): Promise<ProjectResponse> {
    const found = await this.database.first<ProjectResponse>(
      `WITH cut AS (SELECT organization_id, id FROM projects WHERE organization_id = $1 AND id = $2)
       SELECT ${columns} FROM cut JOIN projects p USING (organization_id, id) ${joins}`,
      [organizationId, id],
    );
    if (!found) throw notFound('project.not_found', 'There is no project with this id.');
    return found;
  }

  async lock(organizationId: string, id: string): Promise<ProjectResponse> {
    const statement = 'SELECT 1 FROM projects WHERE organization_id = $1 AND id = $2 FOR UPDATE';
    await this.database.rows(statement, [organizationId, id]);
    return this.get(organizationId, id);
  }

  async insert(organizationId: string, project: ProjectState): Promise<string> {
    const id = newId();
    await this.database.manager.insert(Project, { organizationId, id, ...columnsOf(project) });
    await this.identifiers.insert(crmIdentifiers, organizationId, id, project.crm_identifiers);
    return id;
  }

  /** Also where only a list changed, since modified_date tells of these too. */
  async update(organizationId: string, id: string, project: ProjectState): Promise<void> {
    await this.database.manager.update(Project, { organizationId, id }, columnsOf(project));
  }

  async replaceCrmIdentifiers(
    organizationId: string,
    id: string,
    identifiers: ProjectState['crm_identifiers'],
  ): Promise<void> {
    await this.identifiers.replace(crmIdentifiers, organizationId, id, identifiers);
  }

  async replaceTags(organizationId: string, id: string, tagIds: readonly string[]): Promise<void> {
    await this.database.rows(
      'DELETE FROM project_tags WHERE organization_id = $1 AND project_id = $2 AND tag_id <> ALL ($3)',
      [organizationId, id, tagIds],
    );
    await this.database.rows(
      `INSERT INTO project_tags (organization_id, project_id, tag_id)
       SELECT $1, $2, unnest($3::uuid[]) ON CONFLICT DO NOTHING`,
      [organizationId, id, tagIds],
    );
  }
}

function columnsOf(
  project: ProjectState,
): Omit<Project, 'organizationId' | 'id' | 'mergedIntoId' | 'createdAt' | 'modifiedAt'> {
  const { target_budget: budget } = project;
  return {
    name: project.name,
    nameKey: nameKey(project.name),
    projectModel: project.project_model,
    clientId: project.client_id,
    status: project.status,
    stageId: project.stage_id,
    startDate: project.start_date,
    endDate: project.end_date,
    targetMargin: String(project.target_margin),
    targetBudgetAmount: budget && String(budget.amount),
    targetBudgetCurrencyCode: budget && budget.currency_code,
    currencyCode: project.currency_code,
    isIncluded: project.is_included,
    metadata: project.metadata,
    isArchived: project.is_archived,
  };
}
