import { Body, Controller, Query } from '@nestjs/common';
import {
  ApiResource,
  CreateRoute,
  CurrentCaller,
  IdParam,
  ListRoute,
  RequestedList,
  type ListAnswer,
  type ListRequest,
  UpdateRoute,
  type Caller,
} from '../../../platform/http/index.js';
import {
  CreateProjectOfferingRequest,
  ListProjectOfferingsQuery,
  ProjectOfferingPage,
  ProjectOfferingResponse,
  UpdateProjectOfferingRequest,
} from './project-offering.dto.js';
import { ProjectOfferingService } from './project-offering.service.js';
import {
  projectOfferingBillingIsFrozen,
  projectOfferingBillingModelNotForProject,
  projectOfferingNameInUse,
  projectOfferingCrmIdentifierInUse,
} from './project-offering.rules.js';
import { projectArchived, projectCurrencyMismatch, projectMerged } from '../projects/project.rules.js';
import { rateCardNotUsable } from '../../rates/index.js';
import { projectOfferingResource, projectResource } from '../delivery.resources.js';

@Controller({ path: 'projects/:project_id/offerings', version: '1' })
@ApiResource('Offerings', 'delivery', {
  project_id: projectResource,
  id: projectOfferingResource,
})
export class ProjectOfferingController {
  constructor(private readonly offerings: ProjectOfferingService) {}

  @ListRoute({
    response: ProjectOfferingPage,
    summary: 'List the offerings of a project',
    description: 'Lists the offerings of a project, in the order of their creation.',
  })
  listProjectOfferings(
    @RequestedList() list: ListRequest,
    @CurrentCaller() { organizationId }: Caller,
    @IdParam('project_id') projectId: string,
    @Query() query: ListProjectOfferingsQuery,
  ): Promise<ListAnswer<ProjectOfferingPage>> {
    return list.answer(query, (page) => this.offerings.list(organizationId, projectId, query, page));
  }

  @CreateRoute({
    refuses: [
      projectOfferingCrmIdentifierInUse,
      projectMerged,
      projectArchived,
      projectOfferingNameInUse,
      projectOfferingBillingModelNotForProject,
      projectCurrencyMismatch,
      rateCardNotUsable,
    ],
    response: ProjectOfferingResponse,
    summary: 'Add an offering to a project',
    description: `Adds an offering to a project. The response is as in the list.

- 400: an option of another billing model, at \`billing_model_options.<name>\`.
- 422: a billing model that is not for such projects; money or a rate card in another currency than the project's; a rate card that is archived.
- 409: another offering of the project has the name; the project is archived, or was merged away.

Sends \`projectoffering.created\`.`,
  })
  createProjectOffering(
    @CurrentCaller() caller: Caller,
    @IdParam('project_id') projectId: string,
    @Body() offering: CreateProjectOfferingRequest,
  ): Promise<ProjectOfferingResponse> {
    return this.offerings.create(caller.organizationId, projectId, offering);
  }

  @UpdateRoute({
    refuses: [
      projectOfferingCrmIdentifierInUse,
      projectOfferingNameInUse,
      projectOfferingBillingIsFrozen,
      projectOfferingBillingModelNotForProject,
      projectCurrencyMismatch,
      rateCardNotUsable,
    ],
    path: ':id',
    response: ProjectOfferingResponse,
    summary: 'Update an offering',
    description:
      'Changes the name, the billing model or its options. The response is as in the list. The name may always change. `billing_model` and its options are frozen once the project is beyond `awaiting_start` (409). `billing_model_options` replaces the options as a whole; a new billing model without options clears them. Further refusals are as on creation. Sends `projectoffering.modified`.',
  })
  updateProjectOffering(
    @CurrentCaller() caller: Caller,
    @IdParam('project_id') projectId: string,
    @IdParam() id: string,
    @Body() patch: UpdateProjectOfferingRequest,
  ): Promise<ProjectOfferingResponse> {
    return this.offerings.update(caller.organizationId, projectId, id, patch);
  }
}
