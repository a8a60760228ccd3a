import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { notArchived, UsableRecords } from '../../../platform/references/index.js';
import { Client } from './client.entity.js';
import { clientNotUsable } from './client.rules.js';

@Injectable()
export class UsableClients extends UsableRecords<Client> {
  constructor(@InjectRepository(Client) clients: Repository<Client>) {
    super(clients, notArchived, clientNotUsable);
  }
}
