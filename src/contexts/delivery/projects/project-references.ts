import { Injectable } from '@nestjs/common';
import { UsableTags } from '../../organization/index.js';
import { UsableClients, UsableStages } from '../../sales/index.js';
import type { ProjectState } from './project-state.js';
import { statusInStage, type ProjectStatus } from '../project-status/project-status.js';

@Injectable()
export class ProjectReferences {
  constructor(
    private readonly clients: UsableClients,
    private readonly stages: UsableStages,
    private readonly tags: UsableTags,
  ) {}

  /**
   * Locks those of client and stage that are given. Call it in a unit of work.
   * @returns the status that the project gets when it enters the stage, if there is one among the references
   * @throws 422 when one of them is not usable
   */
  async lockForShare(
    organizationId: string,
    { client_id, stage_id }: Partial<Pick<ProjectState, 'client_id' | 'stage_id'>>,
    status: ProjectStatus,
  ): Promise<ProjectStatus> {
    if (client_id) await this.clients.lockForShare(organizationId, client_id, 'client_id');
    if (!stage_id) return status;
    const { outcome } = await this.stages.lockForShare(organizationId, stage_id, 'stage_id');
    return statusInStage(status, outcome);
  }

  /** @param present names that the project carries already */
  lockTagsForShare(
    organizationId: string,
    names: readonly string[],
    present: readonly string[] = [],
  ): Promise<string[]> {
    return this.tags.lockNamedForShare(organizationId, names, present);
  }
}
