import type { ProjectStatus } from './project-status.js';
import type { ProjectModel } from './project.entity.js';

/** What a project decides about the offerings in it. */
export interface HeldProject {
  readonly project_model: ProjectModel;
  readonly status: ProjectStatus;
  readonly currency_code: string;
  readonly merged_into_id: string | null;
  readonly is_archived: boolean;
}
