import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository } from 'typeorm';
import {
  Conditions,
  Database,
  instantText,
  type Page,
  type PageRequest,
} from '../../../platform/database/index.js';
import { nameKey, newId } from '../../../platform/values/index.js';
import { crmIdentifiersOf } from '../../../platform/crm-identifiers/index.js';
import { recordForm } from '../../../platform/resources/index.js';
import type {
  CreatePipelineStageRequest,
  ListAllPipelineStagesQuery,
  PipelineStageResponse,
  UpdatePipelineStageRequest,
} from './pipeline-stage.dto.js';
import { PipelineStage } from './pipeline-stage.entity.js';
import { stageNotFound } from './pipeline-stage.rules.js';

const columns = `s.id, s.pipeline_id, s.name, s.position, s.likelihood::float8, s.outcome, ${crmIdentifiersOf('s')},
  s.is_archived, s.created_at AS created_date, s.modified_at AS modified_date`;

type NewStage = CreatePipelineStageRequest &
  Required<Pick<CreatePipelineStageRequest, 'position' | 'likelihood' | 'outcome'>>;

const columnsInJson = columns.replaceAll(/s\.(created|modified)_at/g, instantText);

export const stagesOf = (pipeline: string): string => `(
  SELECT coalesce(json_agg(x ORDER BY x.position, x.id), '[]') FROM (SELECT ${columnsInJson} FROM pipeline_stages s
    WHERE s.organization_id = ${pipeline}.organization_id AND s.pipeline_id = ${pipeline}.id) x) AS stages`;

export const stageRecords = recordForm({ table: 'pipeline_stages s', columns });

@Injectable()
export class PipelineStageRepository {
  constructor(
    @InjectRepository(PipelineStage) private readonly stages: Repository<PipelineStage>,
    private readonly database: Database,
  ) {}

  list(
    organizationId: string,
    query: ListAllPipelineStagesQuery,
    page: PageRequest,
  ): Promise<Page<PipelineStageResponse>> {
    const conditions = new Conditions()
      .and('s.organization_id = ?', organizationId)
      .and('s.pipeline_id = ?', query.pipeline_id)
      .and('s.is_archived = ?', query.is_archived)
      .andWords('s.name_key LIKE ?', query.terms);
    const order = query.pipeline_id === undefined ? ['id'] : ['position', 'id'];
    return this.database.page({ table: 'pipeline_stages s', columns, conditions, order, page });
  }

  ofPipelines(organizationId: string, pipelineIds: readonly string[]): Promise<PipelineStageResponse[]> {
    return this.select('s.pipeline_id = ANY ($2)', [organizationId, pipelineIds]);
  }

  async get(organizationId: string, pipelineId: string, id: string): Promise<PipelineStageResponse> {
    const [found] = await this.select('s.pipeline_id = $2 AND s.id = $3', [organizationId, pipelineId, id]);
    if (!found) throw stageNotFound();
    return found;
  }

  async lock(organizationId: string, pipelineId: string, id: string): Promise<PipelineStageResponse> {
    await this.stages.findOne({
      where: { organizationId, pipelineId, id },
      lock: { mode: 'pessimistic_write' },
    });
    return this.get(organizationId, pipelineId, id);
  }

  /** All stages of a pipeline, locked in one order. */
  async lockAll(organizationId: string, pipelineId: string): Promise<PipelineStageResponse[]> {
    await this.stages.find({
      where: { organizationId, pipelineId },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
    return this.ofPipelines(organizationId, [pipelineId]);
  }

  /** @returns the ids of the stages, in their order */
  async insertAll(
    organizationId: string,
    pipelineId: string,
    stages: readonly NewStage[],
  ): Promise<string[]> {
    const rows = stages.map((stage) => ({ ...stage, id: newId() }));
    await this.stages.insert(
      rows.map(({ id, name, position, likelihood, outcome, crm_identifiers: crmIdentifiers = [] }) => ({
        organizationId,
        id,
        pipelineId,
        name,
        nameKey: nameKey(name),
        position,
        likelihood: String(likelihood),
        outcome,
        crmIdentifiers,
      })),
    );
    return rows.map(({ id }) => id);
  }

  async update(organizationId: string, id: string, changes: UpdatePipelineStageRequest): Promise<void> {
    const { name, position, likelihood, outcome, crm_identifiers, is_archived } = changes;
    await this.stages.update(
      { organizationId, id },
      {
        ...(name !== undefined && { name, nameKey: nameKey(name) }),
        ...(position !== undefined && { position }),
        ...(likelihood !== undefined && { likelihood: String(likelihood) }),
        ...(outcome !== undefined && { outcome }),
        ...(crm_identifiers !== undefined && { crmIdentifiers: crm_identifiers }),
        ...(is_archived !== undefined && { isArchived: is_archived }),
      },
    );
  }

  /** Lets stages that are renamed together take each other's names: meanwhile each has a key that no name can have. */
  async releaseNames(organizationId: string, ids: readonly string[]): Promise<void> {
    await this.stages.update({ organizationId, id: In([...ids]) }, { nameKey: () => `' ' || id` });
  }

  private select(condition: string, parameters: readonly unknown[]): Promise<PipelineStageResponse[]> {
    return this.database.rows(
      `SELECT ${columns} FROM pipeline_stages s WHERE s.organization_id = $1 AND ${condition}
       ORDER BY s.position, s.id`,
      parameters,
    );
  }
}
