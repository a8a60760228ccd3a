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
import { requisitionCrmIdentifierInUse } from './requisition.rules.js';
import {
  CreateRequisitionRequest,
  ListRequisitionsQuery,
  RequisitionPage,
  RequisitionResponse,
  UpdateRequisitionRequest,
} from './requisition.dto.js';
import { RequisitionService } from './requisition.service.js';
import { roleNotUsable } from '../roles/role.rules.js';
import { requisitionResource } from '../people.resources.js';

@Controller({ path: 'requisitions', version: '1' })
@ApiResource('Requisitions', 'people', { id: requisitionResource })
export class RequisitionController {
  constructor(private readonly requisitions: RequisitionService) {}

  @ListRoute({
    response: RequisitionPage,
    summary: 'List requisitions',
    description: 'Lists all requisitions, also closed ones, in the order of their creation.',
  })
  listRequisitions(
    @RequestedList() list: ListRequest,
    @CurrentCaller() caller: Caller,
    @Query() query: ListRequisitionsQuery,
  ): Promise<ListAnswer<RequisitionPage>> {
    return list.answer(query, (page) => this.requisitions.list(caller.organizationId, query, page));
  }

  @CreateRoute({
    refuses: [requisitionCrmIdentifierInUse, roleNotUsable],
    response: RequisitionResponse,
    summary: 'Create a requisition',
    description:
      'Creates a requisition for a role. Names need not be unique; the role must be one that is not archived (422).',
  })
  createRequisition(
    @CurrentCaller() caller: Caller,
    @Body() requisition: CreateRequisitionRequest,
  ): Promise<RequisitionResponse> {
    return this.requisitions.create(caller.organizationId, requisition);
  }

  @GetRoute({
    path: ':id',
    response: RequisitionResponse,
    summary: 'Get a requisition',
    description: 'Returns one requisition.',
  })
  getRequisition(@CurrentCaller() caller: Caller, @IdParam() id: string): Promise<RequisitionResponse> {
    return this.requisitions.get(caller.organizationId, id);
  }

  @UpdateRoute({
    refuses: [requisitionCrmIdentifierInUse, roleNotUsable],
    path: ':id',
    response: RequisitionResponse,
    summary: 'Update a requisition',
    description:
      'Changes a requisition. Any status can follow any other. A closed one stays where it is assigned but is assigned no more.',
  })
  updateRequisition(
    @CurrentCaller() caller: Caller,
    @IdParam() id: string,
    @Body() patch: UpdateRequisitionRequest,
  ): Promise<RequisitionResponse> {
    return this.requisitions.update(caller.organizationId, id, patch);
  }
}
