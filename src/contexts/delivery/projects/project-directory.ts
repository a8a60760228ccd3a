import { Injectable } from '@nestjs/common';
import { mustBeUsable } from '../../../platform/references/index.js';
import { ProjectRepository } from './project.repository.js';
import { projectMustNotBeMerged, projectNotUsable } from './project.rules.js';

@Injectable()
export class ProjectDirectory {
  constructor(private readonly projects: ProjectRepository) {}

  /**
   * @param member where the body names the project, such as `project_id`
   * @throws 422 `project.not_usable` when the organization has no such project, 409 `project.merged` when it was merged away
   */
  async requireUnmerged(organizationId: string, id: string, member: string): Promise<void> {
    const project = mustBeUsable(await this.projects.find(organizationId, id), projectNotUsable, member);
    projectMustNotBeMerged(project.mergedIntoId);
  }
}
