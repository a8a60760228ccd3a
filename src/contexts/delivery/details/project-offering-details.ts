import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/index.js';
import { ProjectOfferingRoleRepository } from '../offering-roles/project-offering-role.repository.js';
import { ProjectOfferingRepository } from '../offerings/project-offering.repository.js';
import type { ProjectOfferingDetailResponse } from './project-offering-detail.dto.js';

@Injectable()
export class ProjectOfferingDetails {
  constructor(
    private readonly offerings: ProjectOfferingRepository,
    private readonly roles: ProjectOfferingRoleRepository,
    private readonly database: Database,
  ) {}

  get(organizationId: string, projectId: string, id: string): Promise<ProjectOfferingDetailResponse> {
    return this.database.snapshot(async () => {
      const offering = await this.offerings.getDetail(organizationId, projectId, id);
      return { ...offering, planned_roles: await this.roles.allOf(organizationId, id) };
    });
  }
}
