import { Controller } from '@nestjs/common';
import {
  ApiResource,
  ActionRoute,
  CurrentCaller,
  IdParam,
  type Caller,
} from '../../../platform/http/index.js';
import { MAX_TAGS } from '../../organization/index.js';
import { MAX_CRM_IDENTIFIERS } from '../../../platform/crm-identifiers/index.js';
import { ProjectMergePreviewResponse } from './project-merge.dto.js';
import { ProjectMergeService } from './project-merge.service.js';
import { projectArchived, projectMerged } from '../projects/project.rules.js';
import {
  projectMergeIntoItself,
  projectMergeListTooLong,
  projectMergeOtherCurrency,
  projectMergeOtherModel,
  projectMergeSourceHasTime,
} from './project-merge.rules.js';
import { projectResource } from '../delivery.resources.js';

@Controller({ path: 'projects/:target_id/merge', version: '1' })
@ApiResource('Projects', 'delivery', {
  target_id: projectResource,
  source_id: projectResource,
})
export class ProjectMergeController {
  constructor(private readonly merges: ProjectMergeService) {}

  @ActionRoute({
    refuses: [
      projectMergeIntoItself,
      projectMerged,
      projectArchived,
      projectMergeOtherModel,
      projectMergeOtherCurrency,
      projectMergeListTooLong,
      projectMergeSourceHasTime,
    ],
    path: ':source_id',
    preview: ProjectMergePreviewResponse,
    summary: 'Merge a project into another one',
    description: `Merges the source project into the target project, which cannot be undone. All offerings of the source with their roles, assignments, planned time and timesheet entries move to the target, and so do its CRM identifiers and the tags that the target lacks. An offering whose name the target has already is renamed to \`<name> (<name of the source>)\`, with a number at the end where that name is taken too; the part before the number is cut so that the name has at most 255 characters. The source stays as an archived project with \`merged_into_id\`; it cannot be changed any more (409). The clients may differ.

Refused with 409 when source and target are the same, the source has actual time, either was merged away already, the target is archived, they differ in \`project_model\` or \`currency_code\`, or the target would get more than ${MAX_CRM_IDENTIFIERS} CRM identifiers or ${MAX_TAGS} tags.

The sold snapshot of an offering is dropped when the target is \`pre_sale\`, taken when only the source was, and kept otherwise.

Sends \`project.merged\`, \`project.modified\` for each project that changed, \`projectoffering.modified\` for each offering, \`projectofferingrole.modified\` for each of their roles, and \`timesheetentry.modified\` for each of their timesheet entries. All of these have a new \`modified_date\`.

With \`validate_only=true\` the answer (200) tells what would move. \`If-Match\` is compared with the target.`,
  })
  mergeProjects(
    @CurrentCaller() caller: Caller,
    @IdParam('target_id') targetId: string,
    @IdParam('source_id') sourceId: string,
  ): Promise<ProjectMergePreviewResponse | undefined> {
    return this.merges.merge(caller.organizationId, targetId, sourceId);
  }
}
