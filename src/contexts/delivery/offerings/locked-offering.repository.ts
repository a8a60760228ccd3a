import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Database } from '../../../platform/database/index.js';
import type { BillingModel } from '../billing/billing-model.js';
import { ProjectOffering } from './project-offering.entity.js';
import { projectOfferingNotFound } from './project-offering.rules.js';

export interface LockedOffering {
  readonly id: string;
  readonly project_id: string;
  readonly billing_model: BillingModel;
  readonly is_archived: boolean;
}

const ofProject = `
  SELECT o.id, o.project_id, o.billing_model, p.is_archived
  FROM projects p
  JOIN project_offerings o ON o.organization_id = p.organization_id AND o.project_id = p.id
  WHERE o.organization_id = $1 AND o.id = $2 AND o.project_id = $3
  FOR KEY SHARE OF p, o`;

const projectsOf = `
  SELECT p.id, p.is_archived FROM projects p
  WHERE p.organization_id = $1 AND p.id = ANY (ARRAY(
    SELECT o.project_id FROM project_offerings o WHERE o.organization_id = $1 AND o.id = ANY ($2)))
  ORDER BY p.id FOR KEY SHARE`;

const offerings = `
  SELECT o.id, o.project_id, o.billing_model FROM project_offerings o
  WHERE o.organization_id = $1 AND o.id = ANY ($2) ORDER BY o.id FOR KEY SHARE`;

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
  async lockIn(organizationId: string, projectId: string, id: string): Promise<LockedOffering> {
    const found = await this.database.first<LockedOffering>(ofProject, [organizationId, id, projectId]);
    if (!found) throw projectOfferingNotFound();
    return found;
  }

  /** By id, wherever they are. What has moved while this one waited for a merge cannot move again. */
  async lockAll(organizationId: string, ids: readonly string[]): Promise<Map<string, LockedOffering>> {
    if (ids.length === 0) return new Map();
    const lock = () => this.lockWithProjects(organizationId, ids);
    const locked = (await lock()) ?? (await lock());
    if (!locked) throw new Error('A locked offering was moved.');
    return locked;
  }

  /** Whether the organization has the offering; with a project: whether it is in that one. */
  exists(organizationId: string, id: string, projectId?: string): Promise<boolean> {
    return this.offerings.existsBy({ organizationId, id, ...(projectId !== undefined && { projectId }) });
  }

  private async lockWithProjects(
    organizationId: string,
    ids: readonly string[],
  ): Promise<Map<string, LockedOffering> | null> {
    const [projects, found] = await Promise.all([
      this.database.rows<Pick<LockedOffering, 'id' | 'is_archived'>>(projectsOf, [organizationId, ids]),
      this.database.rows<Omit<LockedOffering, 'is_archived'>>(offerings, [organizationId, ids]),
    ]);
    const isArchived = new Map(projects.map(({ id, is_archived }) => [id, is_archived]));
    const locked = new Map<string, LockedOffering>();
    for (const offering of found) {
      const is_archived = isArchived.get(offering.project_id);
      if (is_archived === undefined) return null;
      locked.set(offering.id, { ...offering, is_archived });
    }
    return locked;
  }
}
