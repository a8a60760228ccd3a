import { Injectable } from '@nestjs/common';
import { ClientRepository } from './client.repository.js';
import { clientMustBeUsable } from './client.rules.js';

/** Answers other contexts whether a client can be referred to. */
@Injectable()
export class ClientDirectory {
  constructor(private readonly clients: ClientRepository) {}

  /**
   * Holds the client until the transaction ends. Call it in a unit of work.
   * @throws 422 `client.not_usable` when the organization has no such client or it is archived
   */
  async requireUsable(organizationId: string, id: string, member: string): Promise<void> {
    clientMustBeUsable(await this.clients.holdUsable(organizationId, id), member);
  }
}
