import { Body, Controller, Query } from '@nestjs/common';
import {
  ApiResource,
  CreateRoute,
  CurrentCaller,
  GetRoute,
  IdParam,
  ListRoute,
  RequestedList,
  type ListAnswer,
  type ListRequest,
  UpdateRoute,
  type Caller,
} from '../../../platform/http/index.js';
import { rateAccessOf } from '../rate-access.js';
import {
  CreatePersonRequest,
  ListPeopleQuery,
  PersonPage,
  PersonResponse,
  toPersonResponse,
  UpdatePersonRequest,
} from './person.dto.js';
import { PersonService } from './person.service.js';
import {
  personEmailInUse,
  personIsTerminated,
  personRoleListedTwice,
  personCrmIdentifierInUse,
} from './person.rules.js';
import { personCostRateForbidden } from '../cost-rate-history/cost-rate.rules.js';
import { roleNotUsable } from '../roles/role.rules.js';
import { tagNotUsable } from '../../organization/index.js';
import { personResource } from '../people.resources.js';

const writeRefusals = [
  personCrmIdentifierInUse,
  personCostRateForbidden,
  personEmailInUse,
  personIsTerminated,
  personRoleListedTwice,
  roleNotUsable,
  tagNotUsable,
];

@Controller({ path: 'people', version: '1' })
@ApiResource('People', 'people', { id: personResource })
export class PersonController {
  constructor(private readonly people: PersonService) {}

  @ListRoute({
    response: PersonPage,
    summary: 'List people',
    description:
      'Lists all people, also archived ones, in the order of their creation. Without the scope `rates:read` they come without `cost_rate` and `cost_rate_effective_date`.',
  })
  listPeople(
    @RequestedList() list: ListRequest,
    @CurrentCaller() caller: Caller,
    @Query() query: ListPeopleQuery,
  ): Promise<ListAnswer<PersonPage>> {
    const { mayRead } = rateAccessOf(caller);
    return list.answer(query, (page) => this.people.list(caller.organizationId, query, page, mayRead));
  }

  @CreateRoute({
    refuses: writeRefusals,
    response: PersonResponse,
    summary: 'Create a person',
    description:
      'Creates a person. The e-mail address is unique among the people that are not archived (409). Roles and tags must be in use (422), and `additional_role_ids` must not hold `role_id` (422). `cost_rate` counts for all time unless `cost_rate_effective_date` is given; both need the scope `rates:write` (403). With a `termination_date` that has passed the person is archived from the start; `archived_on` is the day of archiving. Sends `person.created`.',
  })
  async createPerson(
    @CurrentCaller() caller: Caller,
    @Body() person: CreatePersonRequest,
  ): Promise<PersonResponse> {
    const { mayRead, mayWrite } = rateAccessOf(caller);
    return toPersonResponse(await this.people.create(caller.organizationId, person, mayWrite), mayRead);
  }

  @GetRoute({
    path: ':id',
    response: PersonResponse,
    summary: 'Get a person',
    description:
      'Returns one person; without the scope `rates:read` without `cost_rate` and `cost_rate_effective_date`.',
  })
  async getPerson(@CurrentCaller() caller: Caller, @IdParam() id: string): Promise<PersonResponse> {
    return toPersonResponse(await this.people.get(caller.organizationId, id), rateAccessOf(caller).mayRead);
  }

  @UpdateRoute({
    refuses: writeRefusals,
    path: ':id',
    response: PersonResponse,
    summary: 'Update a person',
    description:
      'Changes a person. `role_id` null is the role "Unassigned". A `cost_rate` counts from `cost_rate_effective_date`, by default today, up to the next day for which one is set; earlier time keeps its rate, the same day replaces, null means no rate; it needs the scope `rates:write` (403). With its day it is kept also where the rate in force on that day is the same; without one, sending the rate that is in force today changes nothing. `GET /v1/people/{id}/cost-rates` shows all of them, and `DELETE /v1/people/{id}/cost-rates/{effective_date}` takes one back. Somebody whose `termination_date` has passed is archived and stays so (409) until it is cleared or moved. Archiving sets `archived_on` to today, un-archiving clears it. Sends `person.modified` with the members that were changed: `cost_rate` also for a rate of another day, `cost_rate_effective_date` when a day is added or removed or another one is shown, members derived from others (`department_id`, `is_billable`) not.',
  })
  async updatePerson(
    @CurrentCaller() caller: Caller,
    @IdParam() id: string,
    @Body() patch: UpdatePersonRequest,
  ): Promise<PersonResponse> {
    const { mayRead, mayWrite } = rateAccessOf(caller);
    return toPersonResponse(await this.people.update(caller.organizationId, id, patch, mayWrite), mayRead);
  }
}
