import { Injectable } from '@nestjs/common';
import { Database, type Page, type PageRequest, type RecordPage } from '../../../platform/database/index.js';
import { MetricsService } from '../metrics/metrics.service.js';
import type { ProjectKpis } from '../figures/project-kpis.js';
import type { ProjectOfferingResponse } from '../offerings/project-offering.dto.js';
import { ProjectOfferingRepository } from '../offerings/project-offering.repository.js';
import type { ListProjectsQuery, ProjectResponse } from '../projects/project.dto.js';
import { ProjectRepository } from '../projects/project.repository.js';

export interface ProjectWithKpis extends ProjectResponse {
  readonly kpis: ProjectKpis;
}

export interface ProjectDetail extends ProjectWithKpis {
  readonly offerings: ProjectOfferingResponse[];
}

@Injectable()
export class ProjectDetails {
  constructor(
    private readonly projects: ProjectRepository,
    private readonly offerings: ProjectOfferingRepository,
    private readonly metrics: MetricsService,
    private readonly database: Database,
  ) {}

  list(organizationId: string, query: ListProjectsQuery, page: PageRequest): Promise<Page<ProjectResponse>> {
    return this.projects.list(organizationId, query, page);
  }

  listWithKpis(
    organizationId: string,
    query: ListProjectsQuery,
    page: PageRequest,
  ): Promise<RecordPage<ProjectWithKpis>> {
    return this.database.snapshot(async () => {
      const { total, next, rows } = await this.projects.list(organizationId, query, page);
      const kpis = await this.metrics.ofProjects(
        organizationId,
        rows.map(({ id }) => id),
      );
      return {
        total,
        next,
        rows: rows.map((project, place) => ({ ...project, kpis: kpis[place] as ProjectKpis })),
      };
    });
  }

  get(organizationId: string, id: string): Promise<ProjectDetail> {
    return this.database.snapshot(async () => {
      const [project, offerings, kpis] = await Promise.all([
        this.projects.get(organizationId, id),
        this.offerings.allOf(organizationId, id),
        this.metrics.ofProject(organizationId, id),
      ]);
      return { ...project, offerings, kpis };
    });
  }
}
