import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../platform/database/index.js';
import { EventPublisher } from '../../../platform/events/index.js';
import {
  projectsMerged,
  projectModified,
  projectOfferingModified,
  projectOfferingRoleModified,
} from '../delivery.events.js';
import { SoldSnapshotService } from '../sold-snapshot/sold-snapshot.service.js';
import { RecordedTime } from '../ports/recorded-time.port.js';
import { renamedOfferings } from './moved-offering-names.js';
import { mergeChanges, type MergeChanges, type MovedRole } from './project-merge-changes.js';
import { ProjectMergeRepository } from './project-merge.repository.js';
import {
  mergedListsMustHaveRoom,
  mergedProjectsMustDiffer,
  mergedProjectsMustHaveOneCurrency,
  mergedProjectsMustHaveOneModel,
  mergeSourceMustHaveNoTime,
} from './project-merge.rules.js';
import type { ProjectResponse } from '../projects/project.dto.js';
import { ProjectRepository } from '../projects/project.repository.js';
import { projectMustNotBeArchived, projectMustNotBeMerged } from '../projects/project.rules.js';

@Injectable()
export class ProjectMergeService {
  constructor(
    private readonly projects: ProjectRepository,
    private readonly merges: ProjectMergeRepository,
    private readonly recordedTime: RecordedTime,
    private readonly soldSnapshots: SoldSnapshotService,
    private readonly unitOfWork: UnitOfWork,
    private readonly events: EventPublisher,
  ) {}

  /** Moves everything of the source into the target and closes the source, for ever. */
  merge(organizationId: string, targetId: string, sourceId: string): Promise<void> {
    return this.unitOfWork.run(async () => {
      const [target, source] = await this.projects.lockBoth(organizationId, [targetId, sourceId]);
      mergedProjectsMustDiffer(target, source);
      projectMustNotBeMerged(source.merged_into_id, 'source project');
      projectMustNotBeMerged(target.merged_into_id, 'target project');
      projectMustNotBeArchived(target, 'target project');
      mergedProjectsMustHaveOneModel(target, source);
      mergedProjectsMustHaveOneCurrency(target, source);
      mergedListsMustHaveRoom(target, source);
      mergeSourceMustHaveNoTime(await this.recordedTime.isOnProject(organizationId, sourceId));

      const { moved, present } = await this.merges.offeringsOf(organizationId, targetId, sourceId);
      const renamed = renamedOfferings(moved, present, source.name);
      const changes = mergeChanges(target, source, moved, renamed);
      await this.merges.moveOfferings(organizationId, targetId, sourceId, renamed);
      const offeringIds = moved.map(({ id }) => id);
      const roles = await this.merges.touchRoles(organizationId, offeringIds);
      await this.sell(organizationId, target, source, offeringIds);
      await this.projects.moveLists(organizationId, source, target);
      await this.merges.close(organizationId, sourceId, targetId);
      if (changes.target.length > 0) await this.merges.touch(organizationId, targetId);
      await this.publish(organizationId, targetId, sourceId, changes, roles);
    });
  }

  private async publish(
    organizationId: string,
    targetId: string,
    sourceId: string,
    changes: MergeChanges,
    roles: readonly MovedRole[],
  ): Promise<void> {
    const merged = { organizationId, id: sourceId, payload: { targetProjectId: targetId } };
    await this.events.publish(projectsMerged, merged);
    const projects = [
      { id: sourceId, modifiedProperties: changes.source },
      { id: targetId, modifiedProperties: changes.target },
    ].filter(({ modifiedProperties }) => modifiedProperties.length > 0);
    await this.events.publish(
      projectModified,
      ...projects.map(({ id, ...payload }) => ({ organizationId, id, payload })),
    );
    await this.events.publish(
      projectOfferingModified,
      ...changes.offerings.map(({ id, members }) => ({
        organizationId,
        id,
        payload: { projectId: targetId, modifiedProperties: members },
      })),
    );
    await this.events.publish(
      projectOfferingRoleModified,
      ...roles.map(({ id, projectOfferingId }) => ({
        organizationId,
        id,
        payload: { projectId: targetId, projectOfferingId, modifiedProperties: ['project_id'] },
      })),
    );
  }

  /** What was sold stays sold, unless the work is for sale again; what was for sale is sold now when the target is. */
  private async sell(
    organizationId: string,
    target: ProjectResponse,
    source: ProjectResponse,
    ids: readonly string[],
  ): Promise<void> {
    if (target.status === 'pre_sale') await this.soldSnapshots.drop(organizationId, target.id, ids);
    else if (source.status === 'pre_sale') await this.soldSnapshots.freeze(organizationId, target.id, ids);
  }
}
