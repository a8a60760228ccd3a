import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository } from 'typeorm';
import { Database, prepared, type Page, type PageRequest } from '../../../platform/database/index.js';
import { nameKey, newId } from '../../../platform/values/index.js';
import { crmIdentifiersOf } from '../../../platform/crm-identifiers/index.js';
import { recordForm } from '../../../platform/resources/index.js';
import { TagLinkRepository, tagsOf } from '../../organization/index.js';
import type { ParentProject } from './parent-project.js';
import { projectConditions } from './project-list.js';
import type { ProjectState } from './project-state.js';
import type { ListProjectsQuery, ProjectResponse } from './project.dto.js';
import { Project } from './project.entity.js';
import { projectNotFound } from './project.rules.js';

const tagLinks = { table: 'project_tags', owner: 'project_id' };

const columns = `p.id, p.name, p.project_model, p.client_id, p.status, p.stage_id, p.start_date, p.end_date,
  p.target_margin::float8,
  CASE WHEN p.target_budget_amount IS NOT NULL THEN json_build_object(
    'currency_code', p.target_budget_currency_code, 'amount', p.target_budget_amount) END AS target_budget,
  p.currency_code,
  ${tagsOf('p', tagLinks)},
  p.is_included, ${crmIdentifiersOf('p')}, p.metadata,
  p.merged_into_id, p.is_archived, p.created_at AS created_date, p.modified_at AS modified_date`;

const byId = prepared(`SELECT ${columns} FROM projects p WHERE p.organization_id = $1 AND p.id = $2`);

export const projectRecords = recordForm({ table: 'projects p', columns });

@Injectable()
export class ProjectRepository {
  constructor(
    @InjectRepository(Project) private readonly projects: Repository<Project>,
    private readonly database: Database,
    private readonly tagLinks: TagLinkRepository,
  ) {}

  async list(
    organizationId: string,
    query: ListProjectsQuery,
    page: PageRequest,
  ): Promise<Page<ProjectResponse>> {
    const stageIds = await this.stageIdsOf(organizationId, query.pipeline_id);
    const conditions = projectConditions(organizationId, query, stageIds);
    await this.tagLinks.andCarrying(conditions, 'p', tagLinks, organizationId, query.tags);
    // With no other filter than the client there is one way.
    const isPrepared = conditions.parameters.length === (query.client_id === undefined ? 1 : 2);
    return this.database.page({ table: 'projects p', columns, conditions, isPrepared, page });
  }

  async get(organizationId: string, id: string): Promise<ProjectResponse> {
    const found = await this.database.first<ProjectResponse>(byId, [organizationId, id]);
    if (!found) throw projectNotFound();
    return found;
  }

  async lock(organizationId: string, id: string): Promise<ProjectResponse> {
    await this.projects.findOne({ where: { organizationId, id }, lock: { mode: 'pessimistic_write' } });
    return this.get(organizationId, id);
  }

  /** Locks two projects in the order of their ids, so that two that lock the same ones cannot deadlock. */
  async lockBoth(organizationId: string, ids: [string, string]): Promise<[ProjectResponse, ProjectResponse]> {
    await this.projects.find({
      where: { organizationId, id: In(ids) },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
    const statement = `SELECT ${columns} FROM projects p WHERE p.organization_id = $1 AND p.id = ANY ($2)`;
    const locked = await this.database.rows<ProjectResponse>(statement, [organizationId, ids]);
    const [first, second] = ids.map((id) => locked.find((project) => project.id === id));
    if (!first || !second) throw projectNotFound();
    return [first, second];
  }

  /** Locks the project FOR KEY SHARE, while something is made in it. Call it in a unit of work. */
  async lockForKeyShare(organizationId: string, id: string): Promise<ParentProject> {
    const found = await this.projects.findOne({
      where: { organizationId, id },
      lock: { mode: 'for_key_share' },
    });
    if (!found) throw projectNotFound();
    return found;
  }

  findAll(organizationId: string, ids: readonly string[]): Promise<Pick<Project, 'id' | 'mergedIntoId'>[]> {
    const where = { organizationId, id: In(ids) };
    return this.projects.find({ where, select: { id: true, mergedIntoId: true } });
  }

  async insert(organizationId: string, project: ProjectState): Promise<string> {
    const id = newId();
    await this.projects.insert({ organizationId, id, ...columnsOf(project) });
    return id;
  }

  /** Also where only a list changed, since that is a new version too. */
  async update(organizationId: string, id: string, project: ProjectState): Promise<void> {
    await this.projects.update({ organizationId, id }, columnsOf(project));
  }

  async replaceTags(organizationId: string, id: string, tagIds: readonly string[]): Promise<void> {
    await this.tagLinks.replace(tagLinks, organizationId, id, tagIds);
  }

  /** What identifies and labels one project becomes the other's. Call it with both locked. */
  async moveLists(organizationId: string, from: ProjectResponse, to: ProjectResponse): Promise<void> {
    if (from.crm_identifiers.length > 0) {
      const crmIdentifiers = [...to.crm_identifiers, ...from.crm_identifiers];
      await this.projects.update({ organizationId, id: from.id }, { crmIdentifiers: [] });
      await this.projects.update({ organizationId, id: to.id }, { crmIdentifiers });
    }
    await this.tagLinks.move(tagLinks, organizationId, from.id, to.id);
  }

  // SQL: a table of a lower context, which a list may read.
  private async stageIdsOf(
    organizationId: string,
    pipelineId: string | undefined,
  ): Promise<string[] | undefined> {
    if (pipelineId === undefined) return undefined;
    const statement = 'SELECT id FROM pipeline_stages WHERE organization_id = $1 AND pipeline_id = $2';
    return (await this.database.rows<{ id: string }>(statement, [organizationId, pipelineId])).map(
      ({ id }) => id,
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
    crmIdentifiers: project.crm_identifiers,
    metadata: project.metadata,
    isArchived: project.is_archived,
  };
}
