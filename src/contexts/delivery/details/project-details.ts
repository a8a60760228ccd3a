import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/index.js';
import { MetricsService } from '../metrics/metrics.service.js';
import type { ProjectKpis } from '../figures/project-kpis.js';
import type { ProjectOfferingResponse } from '../offerings/project-offering.dto.js';
import { ProjectOfferingRepository } from '../offerings/project-offering.repository.js';
import type { ProjectResponse } from '../projects/project.dto.js';
import { ProjectRepository } from '../projects/project.repository.js';

export interface ProjectDetail extends ProjectResponse {
  readonly offerings: ProjectOfferingResponse[];
  readonly kpis: ProjectKpis;
}

@Injectable()
export class ProjectDetails {
  constructor(
    private readonly projects: ProjectRepository,
    private readonly offerings: ProjectOfferingRepository,
    private readonly metrics: MetricsService,
    private readonly database: Database,
  ) {}

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
