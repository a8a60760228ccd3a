import { Injectable } from '@nestjs/common';
import { ProjectRepository } from '../projects/project.repository.js';
import type { NamedProjects } from './named-project.rules.js';

@Injectable()
export class ProjectDirectory {
  constructor(private readonly projects: ProjectRepository) {}

  async find(organizationId: string, ids: readonly string[]): Promise<NamedProjects> {
    if (ids.length === 0) return new Map();
    const found = await this.projects.findAll(organizationId, ids);
    return new Map(found.map((project) => [project.id, project]));
  }
}
