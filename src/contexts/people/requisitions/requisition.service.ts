import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Page, type PageRequest } from '../../../platform/database/index.js';
import { changeOf, EventPublisher } from '../../../platform/events/index.js';
import { changesIn, hasChanges } from '../../../platform/values/index.js';
import { requisitionCreated, requisitionModified } from '../people.events.js';
import { UsableRoles } from '../roles/usable-roles.js';
import type {
  CreateRequisitionRequest,
  ListRequisitionsQuery,
  RequisitionResponse,
  UpdateRequisitionRequest,
} from './requisition.dto.js';
import { RequisitionRepository } from './requisition.repository.js';
import { versionMustMatch } from '../../../platform/writes/index.js';

@Injectable()
export class RequisitionService {
  constructor(
    private readonly requisitions: RequisitionRepository,
    private readonly roles: UsableRoles,
    private readonly unitOfWork: UnitOfWork,
    private readonly events: EventPublisher,
  ) {}

  list(
    organizationId: string,
    query: ListRequisitionsQuery,
    page: PageRequest,
  ): Promise<Page<RequisitionResponse>> {
    return this.requisitions.list(organizationId, query, page);
  }

  get(organizationId: string, id: string): Promise<RequisitionResponse> {
    return this.requisitions.get(organizationId, id);
  }

  create(organizationId: string, requisition: CreateRequisitionRequest): Promise<RequisitionResponse> {
    return this.unitOfWork.run(async () => {
      await this.roles.lockForShare(organizationId, requisition.role_id, 'role_id');
      const id = await this.requisitions.insert(organizationId, requisition);
      await this.events.publish(requisitionCreated, { organizationId, id });
      return this.requisitions.get(organizationId, id);
    });
  }

  update(organizationId: string, id: string, patch: UpdateRequisitionRequest): Promise<RequisitionResponse> {
    return this.unitOfWork.run(async () => {
      const requisition = await this.requisitions.lock(organizationId, id);
      versionMustMatch(requisition);
      const changes = changesIn(requisition, patch);
      if (!hasChanges(changes)) return requisition;
      if (changes.role_id !== undefined) {
        await this.roles.lockForShare(organizationId, changes.role_id, 'role_id');
      }
      await this.requisitions.update(organizationId, id, changes);
      const after = await this.requisitions.get(organizationId, id);
      await this.events.publish(requisitionModified, changeOf(organizationId, [requisition, after], changes));
      return after;
    });
  }
}
