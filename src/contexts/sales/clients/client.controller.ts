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
import {
  ClientPage,
  ClientResponse,
  CreateClientRequest,
  ListClientsQuery,
  UpdateClientRequest,
} from './client.dto.js';
import { ClientService } from './client.service.js';
import { clientCrmIdentifierInUse, clientNameInUse } from './client.rules.js';
import { personNotUsable } from '../../people/index.js';
import { clientResource } from '../sales.resources.js';

@Controller({ path: 'clients', version: '1' })
@ApiResource('Clients', 'sales', { id: clientResource })
export class ClientController {
  constructor(private readonly clients: ClientService) {}

  @ListRoute({
    response: ClientPage,
    summary: 'List clients',
    description: 'Lists the clients of the organization, in the order of their creation.',
  })
  listClients(
    @RequestedList() list: ListRequest,
    @CurrentCaller() caller: Caller,
    @Query() query: ListClientsQuery,
  ): Promise<ListAnswer<ClientPage>> {
    return list.answer(query, (page) => this.clients.list(caller.organizationId, query, page));
  }

  @CreateRoute({
    refuses: [clientNameInUse, clientCrmIdentifierInUse, personNotUsable],
    response: ClientResponse,
    summary: 'Create a client',
    description:
      'Creates a client. The name is unique among the clients that are not archived, and each CRM identifier among all clients (409). Sends `client.created`.',
  })
  createClient(
    @CurrentCaller() caller: Caller,
    @Body() client: CreateClientRequest,
  ): Promise<ClientResponse> {
    return this.clients.create(caller.organizationId, client);
  }

  @GetRoute({
    path: ':id',
    response: ClientResponse,
    summary: 'Get a client',
    description: 'Returns one client.',
  })
  getClient(@CurrentCaller() caller: Caller, @IdParam() id: string): Promise<ClientResponse> {
    return this.clients.get(caller.organizationId, id);
  }

  @UpdateRoute({
    refuses: [clientNameInUse, clientCrmIdentifierInUse, personNotUsable],
    path: ':id',
    response: ClientResponse,
    summary: 'Update a client',
    description:
      'Changes the name, account manager, CRM identifiers (the whole list) and whether it is archived. Sends `client.modified`.',
  })
  updateClient(
    @CurrentCaller() caller: Caller,
    @IdParam() id: string,
    @Body() patch: UpdateClientRequest,
  ): Promise<ClientResponse> {
    return this.clients.update(caller.organizationId, id, patch);
  }
}
