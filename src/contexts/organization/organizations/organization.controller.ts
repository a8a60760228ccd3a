import { Body, Controller } from '@nestjs/common';
import {
  ApiResource,
  CurrentCaller,
  GetRoute,
  UpdateRoute,
  type Caller,
} from '../../../platform/http/index.js';
import { OrganizationResponse, UpdateOrganizationRequest } from './organization.dto.js';
import { OrganizationService } from './organization.service.js';
import { organizationNameInUse } from './organization.rules.js';

@Controller({ path: 'organization', version: '1' })
@ApiResource('Organization', 'organization')
export class OrganizationController {
  constructor(private readonly organizations: OrganizationService) {}

  @GetRoute({
    response: OrganizationResponse,
    summary: 'Get the organization',
    description:
      'Returns the organization that the access token belongs to, with the settings that all its data follow.',
  })
  getOrganization(@CurrentCaller() caller: Caller): Promise<OrganizationResponse> {
    return this.organizations.get(caller.organizationId);
  }

  @UpdateRoute({
    refuses: [organizationNameInUse],
    response: OrganizationResponse,
    scope: 'admin',
    summary: 'Update the organization',
    description: 'Changes settings of the organization. A new currency counts for records made from now on.',
  })
  updateOrganization(
    @CurrentCaller() caller: Caller,
    @Body() patch: UpdateOrganizationRequest,
  ): Promise<OrganizationResponse> {
    return this.organizations.update(caller.organizationId, patch);
  }
}
