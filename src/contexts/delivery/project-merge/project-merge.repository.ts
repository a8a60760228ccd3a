import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository } from 'typeorm';
import { Database } from '../../../platform/database/index.js';
import { nameKey } from '../../../platform/values/index.js';
import { ProjectOffering } from '../offerings/project-offering.entity.js';
import type { MovedRole } from './project-merge-changes.js';
import { Project } from '../projects/project.entity.js';

interface NamedOffering {
  readonly id: string;
  readonly name: string;
}

/** What a merge changes in the tables of projects and offerings. Everything here expects both projects locked. */
@Injectable()
export class ProjectMergeRepository {
  constructor(
    @InjectRepository(Project) private readonly projects: Repository<Project>,
    @InjectRepository(ProjectOffering) private readonly offerings: Repository<ProjectOffering>,
    private readonly database: Database,
  ) {}

  /** The offerings that move, and those that the target has, in the order of their creation. */
  async offeringsOf(
    organizationId: string,
    targetId: string,
    sourceId: string,
  ): Promise<{ moved: NamedOffering[]; present: NamedOffering[] }> {
    const offerings = await this.offerings.find({
      where: { organizationId, projectId: In([targetId, sourceId]) },
      order: { id: 'ASC' },
    });
    return {
      moved: offerings.filter(({ projectId }) => projectId === sourceId),
      present: offerings.filter(({ projectId }) => projectId === targetId),
    };
  }

  /** Moves all offerings in one statement; what was recorded for them follows by its foreign keys. */
  async moveOfferings(
    organizationId: string,
    targetId: string,
    sourceId: string,
    renamed: readonly { readonly id: string; readonly name: string }[],
  ): Promise<void> {
    await this.database.rows(
      `UPDATE project_offerings o SET project_id = $2,
         name = coalesce(renamed.name, o.name), name_key = coalesce(renamed.name_key, o.name_key)
       FROM project_offerings moved
       LEFT JOIN unnest($4::uuid[], $5::text[], $6::text[]) AS renamed (id, name, name_key) ON renamed.id = moved.id
       WHERE moved.organization_id = $1 AND moved.project_id = $3
         AND o.organization_id = moved.organization_id AND o.id = moved.id`,
      [
        organizationId,
        targetId,
        sourceId,
        renamed.map(({ id }) => id),
        renamed.map(({ name }) => name),
        renamed.map(({ name }) => nameKey(name)),
      ],
    );
  }

  /** The roles of offerings that moved are in another project now. @returns them in the order of their creation */
  async touchRoles(organizationId: string, offeringIds: readonly string[]): Promise<MovedRole[]> {
    return this.database.rows<MovedRole>(
      `WITH moved AS (
         UPDATE project_offering_roles SET modified_at = DEFAULT
         WHERE organization_id = $1 AND project_offering_id = ANY ($2)
         RETURNING id, project_offering_id)
       SELECT id, project_offering_id AS "projectOfferingId" FROM moved ORDER BY id`,
      [organizationId, offeringIds],
    );
  }

  /** Exact up to what JSON numbers hold. */
  async plannedHours(organizationId: string, roleIds: readonly string[]): Promise<number> {
    const found = await this.database.first<{ hours: number }>(
      `SELECT coalesce(sum(hours), 0)::float8 AS hours FROM planned_time
       WHERE organization_id = $1 AND project_offering_role_id = ANY ($2)`,
      [organizationId, roleIds],
    );
    return found?.hours ?? 0;
  }

  /** Archives the source for good; it keeps the id of the target. */
  async close(organizationId: string, sourceId: string, targetId: string): Promise<void> {
    await this.projects.update(
      { organizationId, id: sourceId },
      { mergedIntoId: targetId, isArchived: true },
    );
  }

  async touch(organizationId: string, targetId: string): Promise<void> {
    await this.projects.update({ organizationId, id: targetId }, {});
  }
}
