import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../platform/database/index.js';
import { changeOf, EventPublisher } from '../../../platform/events/index.js';
import {
  projectsMerged,
  projectModified,
  projectOfferingModified,
  projectOfferingRoleModified,
} from '../delivery.events.js';
import { SoldSnapshotService } from '../sold-snapshot/sold-snapshot.service.js';
import { RecordedTime } from '../ports/recorded-time.port.js';
import { renamedOfferings } from './moved-offering-names.js';
import { offeringsMoved, type ProjectMergePreviewResponse } from './project-merge.dto.js';
import { mergeChanges, type MergeChanges, type MovedParts } from './project-merge-changes.js';
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
import { isValidation, versionMustMatch } from '../../../platform/writes/index.js';

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

  /**
   * Moves everything of the source into the target and closes the source, for ever.
   * @returns what moves, where it is only tried
   */
  merge(
    organizationId: string,
    targetId: string,
    sourceId: string,
  ): Promise<ProjectMergePreviewResponse | undefined> {
    return this.unitOfWork.run(async () => {
      const [target, source] = await this.projects.lockBoth(organizationId, [targetId, sourceId]);
      versionMustMatch(target);
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
      await this.publish(organizationId, [target, source], changes, { offerings: moved, renamed, roles });
      await this.recordedTime.tellMoved(organizationId, offeringIds, { from: sourceId, to: targetId });
      if (!isValidation()) return undefined;
      const after = await this.projects.get(organizationId, targetId);
      return {
        project_offerings: offeringsMoved(moved, renamed),
        project_offering_roles: roles.length,
        planned_hours: await this.merges.plannedHours(
          organizationId,
          roles.map(({ id }) => id),
        ),
        timesheet_entries: await this.recordedTime.countTimesheetEntries(organizationId, offeringIds),
        crm_identifiers: after.crm_identifiers.slice(target.crm_identifiers.length),
        tags: after.tags.filter((tag) => !target.tags.includes(tag)),
      };
    });
  }

  private async publish(
    organizationId: string,
    [target, source]: readonly [ProjectResponse, ProjectResponse],
    changes: MergeChanges,
    moved: MovedParts,
  ): Promise<void> {
    const projectId = target.id;
    const merged = { organizationId, id: source.id, payload: { targetProjectId: projectId } };
    await this.events.publish(projectsMerged, merged);
    const closed = { merged_into_id: projectId, is_archived: true, tags: [], crm_identifiers: [] };
    const projects = [changeOf(organizationId, [source, closed], changes.source)];
    if (changes.target.length > 0) {
      const after = await this.projects.get(organizationId, projectId);
      projects.push(changeOf(organizationId, [target, after], changes.target));
    }
    await this.events.publish(projectModified, ...projects);
    const before = { project_id: source.id };
    const after = { project_id: projectId };
    const names = new Map(moved.offerings.map(({ id, name }) => [id, name]));
    const newNames = new Map(moved.renamed.map(({ id, name }) => [id, name]));
    await this.events.publish(
      projectOfferingModified,
      ...changes.offerings.map(({ id, members }) => {
        const versions = [
          { ...before, id, name: names.get(id) },
          { ...after, name: newNames.get(id) },
        ] as const;
        return changeOf(organizationId, versions, members, { projectId });
      }),
    );
    await this.events.publish(
      projectOfferingRoleModified,
      ...moved.roles.map(({ id, projectOfferingId }) =>
        changeOf(organizationId, [{ ...before, id }, after], ['project_id'], {
          projectId,
          projectOfferingId,
        }),
      ),
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
