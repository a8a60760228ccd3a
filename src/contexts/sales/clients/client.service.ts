import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Page, type PageRequest } from '../../../platform/database/index.js';
import { changeOf, EventPublisher } from '../../../platform/events/index.js';
import { changesIn, hasChanges } from '../../../platform/values/index.js';
import { UsablePeople } from '../../people/index.js';
import { clientCreated, clientModified } from '../sales.events.js';
import type {
  ClientResponse,
  CreateClientRequest,
  ListClientsQuery,
  UpdateClientRequest,
} from './client.dto.js';
import { ClientRepository } from './client.repository.js';
import { versionMustMatch } from '../../../platform/writes/index.js';

@Injectable()
export class ClientService {
  constructor(
    private readonly clients: ClientRepository,
    private readonly people: UsablePeople,
    private readonly unitOfWork: UnitOfWork,
    private readonly events: EventPublisher,
  ) {}

  list(organizationId: string, query: ListClientsQuery, page: PageRequest): Promise<Page<ClientResponse>> {
    return this.clients.list(organizationId, query, page);
  }

  get(organizationId: string, id: string): Promise<ClientResponse> {
    return this.clients.get(organizationId, id);
  }

  create(organizationId: string, client: CreateClientRequest): Promise<ClientResponse> {
    return this.unitOfWork.run(async () => {
      await this.accountManagerMustBeUsable(organizationId, client);
      const id = await this.clients.insert(organizationId, client);
      await this.events.publish(clientCreated, { organizationId, id });
      return this.clients.get(organizationId, id);
    });
  }

  update(organizationId: string, id: string, patch: UpdateClientRequest): Promise<ClientResponse> {
    return this.unitOfWork.run(async () => {
      const client = await this.clients.lock(organizationId, id);
      versionMustMatch(client);
      const changes = changesIn(client, patch);
      if (!hasChanges(changes)) return client;
      await this.accountManagerMustBeUsable(organizationId, changes);
      await this.clients.update(organizationId, id, changes);
      const after = await this.clients.get(organizationId, id);
      await this.events.publish(clientModified, changeOf(organizationId, [client, after], changes));
      return after;
    });
  }

  private async accountManagerMustBeUsable(
    organizationId: string,
    { account_manager_id }: UpdateClientRequest,
  ): Promise<void> {
    if (!account_manager_id) return;
    await this.people.lockForShare(organizationId, account_manager_id, 'account_manager_id');
  }
}
