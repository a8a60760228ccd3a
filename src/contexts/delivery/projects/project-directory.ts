import { Injectable } from '@nestjs/common';
import { ProjectRepository } from './project.repository.js';
import { projectMustExist, projectMustNotBeMerged } from './project.rules.js';

/** Answers other contexts whether a project is still one that work is done on. */
@Injectable()
export class ProjectDirectory {
  constructor(private readonly projects: ProjectRepository) {}

  /**
   * @param member where the body names the project, such as `project_id`
   * @throws 422 `project.not_usable` when the organization has no such project, 409 `project.merged` when it was merged away
   */
  async requireUnmerged(organizationId: string, id: string, member: string): Promise<void> {
    const project = projectMustExist(await this.projects.find(organizationId, id), member);
    projectMustNotBeMerged(project.merged_into_id);
  }
}
