import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Page, type PageRequest } from '../../../platform/database/index.js';
import { EventPublisher } from '../../../platform/events/index.js';
import { changesIn, hasChanges } from '../../../platform/values/index.js';
import { OrganizationService, TagDirectory } from '../../organization/index.js';
import { ClientDirectory, StageDirectory } from '../../sales/index.js';
import type { DeliveryEvent } from '../delivery.events.js';
import { newProject, withKnownTags, type ProjectState } from './project-state.js';
import { statusInStage, type ProjectStatus } from './project-status.js';
import type {
  CreateProjectRequest,
  ListProjectsQuery,
  ProjectResponse,
  UpdateProjectRequest,
} from './project.dto.js';
import { ProjectRepository } from './project.repository.js';
import {
  budgetMustBeInProjectCurrency,
  clientMustFitModel,
  endMustNotBeBeforeStart,
  internalProjectMustHaveNoClient,
  projectMustNotBeMerged,
  statusMustBeReachable,
} from './project.rules.js';

@Injectable()
export class ProjectService {
  constructor(
    private readonly projects: ProjectRepository,
    private readonly clients: ClientDirectory,
    private readonly stages: StageDirectory,
    private readonly tags: TagDirectory,
    private readonly organizations: OrganizationService,
    private readonly unitOfWork: UnitOfWork,
    private readonly events: EventPublisher,
  ) {}

  list(organizationId: string, query: ListProjectsQuery, page: PageRequest): Promise<Page<ProjectResponse>> {
    return this.projects.list(organizationId, query, page);
  }

  get(organizationId: string, id: string): Promise<ProjectResponse> {
    return this.projects.get(organizationId, id);
  }

  create(organizationId: string, request: CreateProjectRequest): Promise<ProjectResponse> {
    return this.unitOfWork.run(async () => {
      const project = newProject(request, await this.organizations.get(organizationId));
      clientMustFitModel(project.project_model, request.client_id);
      endMustNotBeBeforeStart(project);
      budgetMustBeInProjectCurrency(project.currency_code, project.target_budget);
      const status = await this.holdReferences(organizationId, project, project.status);
      const id = await this.projects.insert(organizationId, { ...project, status });
      await this.projects.replaceTags(
        organizationId,
        id,
        await this.tags.idsOf(organizationId, project.tags),
      );
      await this.events.publish({ topic: 'project.created', organizationId, id } satisfies DeliveryEvent);
      return this.projects.get(organizationId, id);
    });
  }

  update(organizationId: string, id: string, patch: UpdateProjectRequest): Promise<ProjectResponse> {
    return this.unitOfWork.run(async () => {
      const before = await this.projects.lock(organizationId, id);
      projectMustNotBeMerged(before.merged_into_id);
      const sent = changesIn(before, withKnownTags(patch, before.tags));
      const wanted = { ...before, ...sent };
      internalProjectMustHaveNoClient(before.project_model, sent.client_id);
      endMustNotBeBeforeStart(wanted);
      budgetMustBeInProjectCurrency(before.currency_code, wanted.target_budget);
      statusMustBeReachable(before.status, wanted.status);
      const status = await this.holdReferences(organizationId, sent, wanted.status);
      const changes = changesIn(before, { ...sent, status });
      if (!hasChanges(changes)) return before;
      await this.save(organizationId, id, before, changes);
      return this.projects.get(organizationId, id);
    });
  }

  /** @returns the status that the project gets when it enters the stage, if there is one among the references */
  private async holdReferences(
    organizationId: string,
    { client_id, stage_id }: Partial<Pick<ProjectState, 'client_id' | 'stage_id'>>,
    status: ProjectStatus,
  ): Promise<ProjectStatus> {
    if (client_id) await this.clients.requireUsable(organizationId, client_id, 'client_id');
    if (!stage_id) return status;
    const { outcome } = await this.stages.requireUsable(organizationId, stage_id, 'stage_id');
    return statusInStage(status, outcome);
  }

  private async save(
    organizationId: string,
    id: string,
    before: ProjectResponse,
    changes: UpdateProjectRequest,
  ): Promise<void> {
    const { tags, crm_identifiers } = changes;
    await this.projects.update(organizationId, id, { ...before, ...changes });
    if (crm_identifiers) await this.projects.replaceCrmIdentifiers(organizationId, id, crm_identifiers);
    if (tags) {
      const tagIds = await this.tags.idsOf(organizationId, tags, before.tags);
      await this.projects.replaceTags(organizationId, id, tagIds);
    }
    await this.events.publish({
      topic: 'project.modified',
      organizationId,
      id,
      payload: { modifiedProperties: Object.keys(changes) },
    } satisfies DeliveryEvent);
  }
}
