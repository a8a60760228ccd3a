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
import { nameKey, newId } from '../../../platform/values/index.js';
import { crmIdentifiersOf } from '../../../platform/crm-identifiers/index.js';
import { recordForm } from '../../../platform/resources/index.js';
import type { ParentProject } from '../projects/parent-project.js';
import type { FinancialSettings } from './financial-settings.dto.js';
import type { ProjectOfferingState } from './project-offering-state.js';
import type { ListProjectOfferingsQuery, ProjectOfferingResponse } from './project-offering.dto.js';
import { ProjectOffering } from './project-offering.entity.js';
import { projectOfferingNotFound } from './project-offering.rules.js';
import type { TimesheetProject } from './timesheet-project.dto.js';

export interface ProjectOfferingFilters extends ListProjectOfferingsQuery {
  readonly project_id?: string;
  readonly client_id?: string;
}

/** An offering with everything but its roles. */
export interface OfferingDetail extends ProjectOfferingResponse {
  readonly financial_settings: FinancialSettings;
  readonly timesheet_project: TimesheetProject;
}

const money = (amount: string): string =>
  `CASE WHEN ${amount} IS NOT NULL THEN json_build_object('currency_code', p.currency_code, 'amount', ${amount}) END`;

const columns = `o.id, o.project_id, o.name, o.billing_model,
  CASE o.billing_model
    WHEN 'time_and_materials' THEN json_build_object('rate_card_id', o.rate_card_id)
    WHEN 'fixed_bid' THEN json_build_object('fixed_revenue', ${money('o.fixed_revenue_amount')})
    WHEN 'fixed_retainer' THEN json_build_object(
      'retainer_amount', ${money('o.retainer_amount')}, 'retainer_period', o.retainer_period)
    ELSE '{}' END AS billing_model_options,
  ${crmIdentifiersOf('o')}, o.created_at AS created_date, o.modified_at AS modified_date`;

const details = `json_build_object(
    'currency_code', p.currency_code,
    'rate_card', CASE WHEN c.id IS NOT NULL THEN json_build_object('id', c.id, 'name', c.name) END,
    'target_margin', p.target_margin,
    'sold_snapshot', CASE WHEN o.sold_hours IS NOT NULL THEN json_build_object('hours', o.sold_hours,
      'cost', ${money('o.sold_cost_amount')}, 'revenue', ${money('o.sold_revenue_amount')}) END)
    AS financial_settings,
  json_build_object('id', o.id, 'name', p.name || ': ' || o.name,
    'is_open', NOT p.is_archived AND p.status <> 'completed') AS timesheet_project`;

const joins = 'JOIN projects p ON p.organization_id = o.organization_id AND p.id = o.project_id';
const rateCard = 'LEFT JOIN rate_cards c ON c.organization_id = o.organization_id AND c.id = o.rate_card_id';
const itself = 'o.organization_id = $1 AND o.project_id = $2 AND o.id = $3';

const ofClient =
  'o.project_id IN (SELECT p.id FROM projects p WHERE p.organization_id = $1 AND p.client_id = ?)';

const ofProject = prepared(
  `SELECT ${columns} FROM project_offerings o ${joins}
   WHERE o.organization_id = $1 AND o.project_id = $2 ORDER BY o.id`,
);

export const projectOfferingRecords = recordForm({ table: 'project_offerings o', joins, columns });

@Injectable()
export class ProjectOfferingRepository {
  constructor(
    @InjectRepository(ProjectOffering) private readonly offerings: Repository<ProjectOffering>,
    private readonly database: Database,
  ) {}

  list(
    organizationId: string,
    query: ProjectOfferingFilters,
    page: PageRequest,
  ): Promise<Page<ProjectOfferingResponse>> {
    const conditions = new Conditions()
      .and('o.organization_id = ?', organizationId)
      .and('o.project_id = ?', query.project_id)
      .and(ofClient, query.client_id)
      .and('o.billing_model = ?', query.billing_model)
      .andWords('o.name_key LIKE ?', query.terms);
    return this.database.page({ table: 'project_offerings o', joins, columns, conditions, page });
  }

  allOf(organizationId: string, projectId: string): Promise<ProjectOfferingResponse[]> {
    return this.database.rows(ofProject, [organizationId, projectId]);
  }

  async get(organizationId: string, projectId: string, id: string): Promise<ProjectOfferingResponse> {
    const found = await this.database.first<ProjectOfferingResponse>(
      `SELECT ${columns} FROM project_offerings o ${joins} WHERE ${itself}`,
      [organizationId, projectId, id],
    );
    if (!found) throw projectOfferingNotFound();
    return found;
  }

  async getDetail(organizationId: string, projectId: string, id: string): Promise<OfferingDetail> {
    const found = await this.database.first<OfferingDetail>(
      `SELECT ${columns}, ${details} FROM project_offerings o ${joins} ${rateCard} WHERE ${itself}`,
      [organizationId, projectId, id],
    );
    if (!found) throw projectOfferingNotFound();
    return found;
  }

  /**
   * Locks the offering after its project, which stays as it is.
   * @throws 404 also when the offering is in another project
   */
  async lock(
    organizationId: string,
    projectId: string,
    id: string,
  ): Promise<{ offering: ProjectOfferingResponse; project: ParentProject }> {
    const project = await this.database.first<ParentProject>(
      `SELECT p.project_model AS "projectModel", p.status, p.currency_code AS "currencyCode",
         p.merged_into_id AS "mergedIntoId", p.is_archived AS "isArchived"
       FROM project_offerings o ${joins} WHERE ${itself} FOR KEY SHARE OF p FOR UPDATE OF o`,
      [organizationId, projectId, id],
    );
    if (!project) throw projectOfferingNotFound();
    return { project, offering: await this.get(organizationId, projectId, id) };
  }

  async insert(organizationId: string, projectId: string, offering: ProjectOfferingState): Promise<string> {
    const id = newId();
    await this.offerings.insert({
      organizationId,
      id,
      projectId,
      ...columnsOf(offering),
    });
    return id;
  }

  async update(organizationId: string, id: string, offering: ProjectOfferingState): Promise<void> {
    await this.offerings.update({ organizationId, id }, columnsOf(offering));
  }
}

type Columns = 'name' | 'nameKey' | 'billingModel' | 'rateCardId' | 'retainerPeriod' | 'crmIdentifiers';

function columnsOf({
  name,
  billing_model: billingModel,
  billing_model_options: options,
  crm_identifiers: crmIdentifiers,
}: ProjectOfferingState): Pick<ProjectOffering, Columns | 'fixedRevenueAmount' | 'retainerAmount'> {
  const { rate_card_id, fixed_revenue, retainer_amount, retainer_period } = options;
  return {
    name,
    nameKey: nameKey(name),
    billingModel,
    rateCardId: rate_card_id ?? null,
    fixedRevenueAmount: fixed_revenue ? String(fixed_revenue.amount) : null,
    retainerAmount: retainer_amount ? String(retainer_amount.amount) : null,
    retainerPeriod: retainer_period ?? null,
    crmIdentifiers,
  };
}
