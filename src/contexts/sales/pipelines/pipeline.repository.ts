import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Conditions, Database, type PageRequest, type RecordPage } from '../../../platform/database/index.js';
import { nameKey, newId } from '../../../platform/values/index.js';
import { crmIdentifiersOf } from '../../../platform/crm-identifiers/index.js';
import { recordForm } from '../../../platform/resources/index.js';
import type { PipelineStageResponse } from './pipeline-stage.dto.js';
import { PipelineStageRepository, stagesOf } from './pipeline-stage.repository.js';
import type {
  CreatePipelineRequest,
  ListPipelinesQuery,
  PipelineChanges,
  PipelineResponse,
} from './pipeline.dto.js';
import { Pipeline } from './pipeline.entity.js';
import { pipelineNotFound } from './pipeline.rules.js';

const columns = `p.id, p.name, ${crmIdentifiersOf('p')}, 
  CASE WHEN p.budget_amount IS NOT NULL
    THEN json_build_object('currency_code', p.budget_currency_code, 'amount', p.budget_amount) END AS budget,
  p.anticipated_start_date, p.is_archived, p.created_at AS created_date, p.modified_at AS modified_date`;

type Row = Omit<PipelineResponse, 'stages'>;

export const pipelineRecords = recordForm({ table: 'pipelines p', columns: `${columns}, ${stagesOf('p')}` });

@Injectable()
export class PipelineRepository {
  constructor(
    @InjectRepository(Pipeline) private readonly pipelines: Repository<Pipeline>,
    private readonly database: Database,
    private readonly stages: PipelineStageRepository,
  ) {}

  async list(
    organizationId: string,
    query: ListPipelinesQuery,
    page: PageRequest,
  ): Promise<RecordPage<PipelineResponse>> {
    const conditions = new Conditions()
      .and('p.organization_id = ?', organizationId)
      .and('p.is_archived = ?', query.is_archived)
      .andWords('p.name_key LIKE ?', query.terms);
    const found = await this.database.page<Row>({
      table: 'pipelines p',
      columns,
      conditions,
      page,
    });
    const { total, next } = found;
    return { total, next, rows: await this.withStages(organizationId, found.rows) };
  }

  async get(organizationId: string, id: string): Promise<PipelineResponse> {
    const rows = await this.database.rows<Row>(
      `SELECT ${columns} FROM pipelines p WHERE p.organization_id = $1 AND p.id = $2`,
      [organizationId, id],
    );
    const [found] = await this.withStages(organizationId, rows);
    if (!found) throw pipelineNotFound();
    return found;
  }

  async lock(organizationId: string, id: string): Promise<PipelineResponse> {
    await this.pipelines.findOne({ where: { organizationId, id }, lock: { mode: 'pessimistic_write' } });
    return this.get(organizationId, id);
  }

  async insert(organizationId: string, pipeline: CreatePipelineRequest): Promise<string> {
    const id = newId();
    const { name, budget = null, anticipated_start_date = null, crm_identifiers = [] } = pipeline;
    await this.pipelines.insert({
      organizationId,
      id,
      name,
      nameKey: nameKey(name),
      ...budgetColumns(budget),
      anticipatedStartDate: anticipated_start_date,
      crmIdentifiers: crm_identifiers,
    });
    return id;
  }

  async update(organizationId: string, id: string, changes: PipelineChanges): Promise<void> {
    const { name, budget, anticipated_start_date, crm_identifiers, is_archived } = changes;
    await this.pipelines.update(
      { organizationId, id },
      {
        ...(name !== undefined && { name, nameKey: nameKey(name) }),
        ...(budget !== undefined && budgetColumns(budget)),
        ...(anticipated_start_date !== undefined && { anticipatedStartDate: anticipated_start_date }),
        ...(crm_identifiers !== undefined && { crmIdentifiers: crm_identifiers }),
        ...(is_archived !== undefined && { isArchived: is_archived }),
      },
    );
  }

  private async withStages(organizationId: string, rows: readonly Row[]): Promise<PipelineResponse[]> {
    if (rows.length === 0) return [];
    const ofPipeline = new Map(rows.map(({ id }) => [id, [] as PipelineStageResponse[]]));
    for (const stage of await this.stages.ofPipelines(organizationId, [...ofPipeline.keys()])) {
      ofPipeline.get(stage.pipeline_id)?.push(stage);
    }
    return rows.map((row) => ({ ...row, stages: ofPipeline.get(row.id) ?? [] }));
  }
}

const budgetColumns = (
  budget: PipelineResponse['budget'],
): Pick<Pipeline, 'budgetAmount' | 'budgetCurrencyCode'> => ({
  budgetAmount: budget && String(budget.amount),
  budgetCurrencyCode: budget && budget.currency_code,
});
