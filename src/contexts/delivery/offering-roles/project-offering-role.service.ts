import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Page, type PageRequest } from '../../../platform/database/index.js';
import { changeOf, EventPublisher } from '../../../platform/events/index.js';
import { changesIn, hasChanges } from '../../../platform/values/index.js';
import { UsableTags, withKnownTags } from '../../organization/index.js';
import {
  projectOfferingRoleCreated,
  projectOfferingRoleDeleted,
  projectOfferingRoleModified,
} from '../delivery.events.js';
import { LockedOfferingRepository } from '../offerings/locked-offering.repository.js';
import { projectOfferingNotFound } from '../offerings/project-offering.rules.js';
import { RecordedTime } from '../ports/recorded-time.port.js';
import { projectMustNotBeArchived } from '../projects/project.rules.js';
import { OfferingRoleReferences } from './offering-role-references.js';
import type { OfferingPath } from './project-offering-role-state.js';
import type {
  CreateProjectOfferingRoleRequest,
  ListProjectOfferingRolesQuery,
  ProjectOfferingRoleResponse,
  UpdateProjectOfferingRoleRequest,
} from './project-offering-role.dto.js';
import { ProjectOfferingRoleRepository } from './project-offering-role.repository.js';
import { deletedRoleMustBeUnused, replacedPersonMustHaveNoTime } from './project-offering-role.rules.js';
import { versionMustMatch } from '../../../platform/writes/index.js';

@Injectable()
export class ProjectOfferingRoleService {
  constructor(
    private readonly roles: ProjectOfferingRoleRepository,
    private readonly offerings: LockedOfferingRepository,
    private readonly references: OfferingRoleReferences,
    private readonly tags: UsableTags,
    private readonly recordedTime: RecordedTime,
    private readonly unitOfWork: UnitOfWork,
    private readonly events: EventPublisher,
  ) {}

  async list(
    organizationId: string,
    path: OfferingPath,
    query: ListProjectOfferingRolesQuery,
    page: PageRequest,
  ): Promise<Page<ProjectOfferingRoleResponse>> {
    const { projectId, projectOfferingId } = path;
    const filters = { ...query, project_id: projectId, project_offering_id: projectOfferingId };
    const found = await this.roles.list(organizationId, filters, page);
    if (found.total > 0 || (await this.offerings.exists(organizationId, projectOfferingId, projectId))) {
      return found;
    }
    throw projectOfferingNotFound();
  }

  get(organizationId: string, path: OfferingPath, id: string): Promise<ProjectOfferingRoleResponse> {
    return this.roles.get(organizationId, path, id);
  }

  create(
    organizationId: string,
    path: OfferingPath,
    request: CreateProjectOfferingRoleRequest,
  ): Promise<ProjectOfferingRoleResponse> {
    return this.unitOfWork.run(async () => {
      const { projectId, projectOfferingId } = path;
      const offering = await this.offerings.lockIn(organizationId, projectId, projectOfferingId);
      projectMustNotBeArchived(offering);
      await this.references.lockForShare(organizationId, request);
      const { role_id, assignment = null, allocation = null, tags = [], crm_identifiers = [] } = request;
      const role = { role_id, assignment, allocation, crm_identifiers };
      const id = await this.roles.insert(organizationId, projectOfferingId, role);
      const tagIds = await this.tags.lockNamedForShare(organizationId, tags);
      await this.roles.replaceTags(organizationId, id, tagIds);
      await this.events.publish(projectOfferingRoleCreated, {
        organizationId,
        id,
        payload: path,
      });
      return this.roles.get(organizationId, path, id);
    });
  }

  update(
    organizationId: string,
    path: OfferingPath,
    id: string,
    patch: UpdateProjectOfferingRoleRequest,
  ): Promise<ProjectOfferingRoleResponse> {
    return this.unitOfWork.run(async () => {
      const before = await this.roles.lock(organizationId, path, id);
      versionMustMatch(before);
      const changes = changesIn(before, withKnownTags(patch, before.tags));
      if (!hasChanges(changes)) return before;
      if (changes.assignment !== undefined) {
        const hasTime = await this.recordedTime.isOnRole(organizationId, id);
        replacedPersonMustHaveNoTime(before.assignment, hasTime);
      }
      await this.references.lockForShare(organizationId, changes);
      await this.roles.update(organizationId, id, { ...before, ...changes });
      if (changes.tags) {
        const tagIds = await this.tags.lockNamedForShare(organizationId, changes.tags, before.tags);
        await this.roles.replaceTags(organizationId, id, tagIds);
      }
      const after = await this.roles.get(organizationId, path, id);
      await this.events.publish(
        projectOfferingRoleModified,
        changeOf(organizationId, [before, after], changes, path),
      );
      return after;
    });
  }

  async remove(organizationId: string, path: OfferingPath, id: string): Promise<void> {
    await this.unitOfWork.run(async () => {
      const before = await this.roles.lock(organizationId, path, id);
      versionMustMatch(before);
      deletedRoleMustBeUnused({
        isAssigned: before.assignment !== null,
        hasPlannedTime: before.scheduled_hours > 0,
        hasActualTime: await this.recordedTime.isOnRole(organizationId, id),
        hasTimesheetEntries: await this.recordedTime.hasTimesheetEntriesOnRole(organizationId, id),
      });
      await this.roles.remove(organizationId, id);
      await this.events.publish(projectOfferingRoleDeleted, {
        organizationId,
        id,
        payload: path,
      });
    });
  }
}
