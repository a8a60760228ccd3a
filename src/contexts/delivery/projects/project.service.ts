import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../platform/database/index.js';
import { changeOf, EventPublisher } from '../../../platform/events/index.js';
import { changesIn, hasChanges } from '../../../platform/values/index.js';
import { OrganizationService, withKnownTags } from '../../organization/index.js';
import { projectCreated, projectModified } from '../delivery.events.js';
import { SoldSnapshotService } from '../sold-snapshot/sold-snapshot.service.js';
import { ProjectReferences } from './project-references.js';
import { newProject } from './project-state.js';
import type { CreateProjectRequest, ProjectResponse, UpdateProjectRequest } from './project.dto.js';
import { ProjectRepository } from './project.repository.js';
import {
  clientMustFitModel,
  internalProjectMustHaveNoClient,
  moneyMustBeInProjectCurrency,
  projectMustNotBeMerged,
  statusMustBeReachable,
} from './project.rules.js';
import { endMustNotBeBeforeStart, versionMustMatch } from '../../../platform/writes/index.js';

@Injectable()
export class ProjectService {
  constructor(
    private readonly projects: ProjectRepository,
    private readonly references: ProjectReferences,
    private readonly soldSnapshots: SoldSnapshotService,
    private readonly organizations: OrganizationService,
    private readonly unitOfWork: UnitOfWork,
    private readonly events: EventPublisher,
  ) {}

  create(organizationId: string, request: CreateProjectRequest): Promise<ProjectResponse> {
    return this.unitOfWork.run(async () => {
      const project = newProject(request, await this.organizations.get(organizationId));
      clientMustFitModel(project.project_model, request.client_id);
      endMustNotBeBeforeStart('end_date', project, project);
      moneyMustBeInProjectCurrency(project.currency_code, project.target_budget, 'target_budget');
      const status = await this.references.lockForShare(organizationId, project, project.status);
      const id = await this.projects.insert(organizationId, { ...project, status });
      await this.projects.replaceTags(
        organizationId,
        id,
        await this.references.lockTagsForShare(organizationId, project.tags),
      );
      await this.events.publish(projectCreated, { organizationId, id });
      return this.projects.get(organizationId, id);
    });
  }

  update(organizationId: string, id: string, patch: UpdateProjectRequest): Promise<ProjectResponse> {
    return this.unitOfWork.run(async () => {
      const before = await this.projects.lock(organizationId, id);
      versionMustMatch(before);
      projectMustNotBeMerged(before.merged_into_id);
      const sent = changesIn(before, withKnownTags(patch, before.tags));
      const wanted = { ...before, ...sent };
      internalProjectMustHaveNoClient(before.project_model, sent.client_id);
      endMustNotBeBeforeStart('end_date', wanted, sent);
      moneyMustBeInProjectCurrency(before.currency_code, wanted.target_budget, 'target_budget');
      statusMustBeReachable(before.status, wanted.status);
      const status = await this.references.lockForShare(organizationId, sent, wanted.status);
      const changes = changesIn(before, { ...sent, status });
      if (!hasChanges(changes)) return before;
      await this.save(organizationId, id, before, changes);
      const after = await this.projects.get(organizationId, id);
      await this.events.publish(projectModified, changeOf(organizationId, [before, after], changes));
      return after;
    });
  }

  private async save(
    organizationId: string,
    id: string,
    before: ProjectResponse,
    changes: UpdateProjectRequest,
  ): Promise<void> {
    const { tags, status } = changes;
    await this.projects.update(organizationId, id, { ...before, ...changes });
    if (tags) {
      const tagIds = await this.references.lockTagsForShare(organizationId, tags, before.tags);
      await this.projects.replaceTags(organizationId, id, tagIds);
    }
    if (status === 'pre_sale') await this.soldSnapshots.drop(organizationId, id);
    else if (status && before.status === 'pre_sale') await this.soldSnapshots.freeze(organizationId, id);
  }
}
