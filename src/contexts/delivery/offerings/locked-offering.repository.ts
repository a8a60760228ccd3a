import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Database } from '../../../platform/database/index.js';
import type { BillingModel } from '../billing/billing-model.js';
import { ProjectOffering } from './project-offering.entity.js';
import { projectOfferingNotFound } from './project-offering.rules.js';

// Each further attempt means that yet another merge moved the offering while this one was waiting.
const ATTEMPTS = 10;

export interface LockedOffering {
  readonly id: string;
  readonly project_id: string;
  readonly billing_model: BillingModel;
  readonly is_archived: boolean;
}

const statement = `
  SELECT o.id, o.project_id, o.billing_model, p.is_archived
  FROM projects p
  JOIN project_offerings o ON o.organization_id = p.organization_id AND o.project_id = p.id
  WHERE o.organization_id = $1 AND o.id = $2`;
const lock = 'FOR KEY SHARE OF p, o';

/**
 * Keeps a project and its offering as they are while something below them is written: first the project, then the
 * offering, which is the order of all locks here. Call it in a unit of work.
 */
@Injectable()
export class LockedOfferingRepository {
  constructor(
    @InjectRepository(ProjectOffering) private readonly offerings: Repository<ProjectOffering>,
    private readonly database: Database,
  ) {}

  /** @throws 404 also when the offering is in another project */
  async getIn(organizationId: string, projectId: string, id: string): Promise<LockedOffering> {
    const found = await this.database.first<LockedOffering>(`${statement} AND o.project_id = $3 ${lock}`, [
      organizationId,
      id,
      projectId,
    ]);
    if (!found) throw projectOfferingNotFound();
    return found;
  }

  /** The offering wherever it is: when a merge that was waited for has moved it meanwhile, it is looked for again. */
  async find(organizationId: string, id: string): Promise<LockedOffering | null> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const found = await this.database.first<LockedOffering>(`${statement} ${lock}`, [organizationId, id]);
      if (found || !(await this.exists(organizationId, id))) return found;
    }
    throw new Error('An offering was moved again and again.');
  }

  /** Whether the organization has the offering; with a project: whether it is in that one. */
  exists(organizationId: string, id: string, projectId?: string): Promise<boolean> {
    return this.offerings.existsBy({ organizationId, id, ...(projectId !== undefined && { projectId }) });
  }
}
