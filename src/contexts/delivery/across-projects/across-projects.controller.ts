import { Controller, Query } from '@nestjs/common';
import {
  ApiResource,
  CurrentCaller,
  dateRangeMustNotBeReversed,
  ListRoute,
  RequestedList,
  type Caller,
  type ListAnswer,
  type ListRequest,
} from '../../../platform/http/index.js';
import { ProjectOfferingRolePage } from '../offering-roles/project-offering-role.dto.js';
import { ProjectOfferingRoleRepository } from '../offering-roles/project-offering-role.repository.js';
import { ProjectOfferingPage } from '../offerings/project-offering.dto.js';
import { ProjectOfferingRepository } from '../offerings/project-offering.repository.js';
import {
  ListAllPlannedTimeQuery,
  ListAllProjectOfferingRolesQuery,
  ListAllProjectOfferingsQuery,
  PlacedPlannedTimePage,
} from './across-projects.dto.js';
import { AcrossProjectsRepository } from './across-projects.repository.js';

@Controller({ version: '1' })
@ApiResource('Projects', 'delivery')
export class AcrossProjectsController {
  constructor(
    private readonly offerings: ProjectOfferingRepository,
    private readonly roles: ProjectOfferingRoleRepository,
    private readonly across: AcrossProjectsRepository,
  ) {}

  @ListRoute({
    path: 'project-offerings',
    response: ProjectOfferingPage,
    summary: 'List the offerings of all projects',
    description: 'Lists the offerings of all projects, also archived ones, in the order of their creation.',
  })
  listAllProjectOfferings(
    @RequestedList() list: ListRequest,
    @CurrentCaller() { organizationId }: Caller,
    @Query() query: ListAllProjectOfferingsQuery,
  ): Promise<ListAnswer<ProjectOfferingPage>> {
    return list.answer(query, (page) => this.offerings.list(organizationId, query, page));
  }

  @ListRoute({
    path: 'project-offering-roles',
    response: ProjectOfferingRolePage,
    summary: 'List the roles of all offerings',
    description: 'Lists the roles of all offerings of all projects, in the order of their creation.',
  })
  listAllProjectOfferingRoles(
    @RequestedList() list: ListRequest,
    @CurrentCaller() { organizationId }: Caller,
    @Query() query: ListAllProjectOfferingRolesQuery,
  ): Promise<ListAnswer<ProjectOfferingRolePage>> {
    return list.answer(query, (page) => this.roles.list(organizationId, query, page));
  }

  @ListRoute({
    path: 'planned-time',
    response: PlacedPlannedTimePage,
    summary: 'List the planned time of all roles',
    description:
      'Lists the planned hours of all offering roles, ordered by day, then by role. Days without planned hours are not listed. Entries have neither an id nor a version of their own: an entry is named by its offering role and day, and `projectofferingroleplannedtime.modified` tells of their changes.',
  })
  listAllPlannedTime(
    @RequestedList() list: ListRequest,
    @CurrentCaller() { organizationId }: Caller,
    @Query() query: ListAllPlannedTimeQuery,
  ): Promise<ListAnswer<PlacedPlannedTimePage>> {
    dateRangeMustNotBeReversed(query);
    return list.answer(query, (page) => this.across.plannedTime(organizationId, query, page));
  }
}
