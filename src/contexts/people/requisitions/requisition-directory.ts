import { Injectable } from '@nestjs/common';
import { RequisitionRepository } from './requisition.repository.js';
import { requisitionMustBeUsable } from './requisition.rules.js';

/** Answers other contexts whether a requisition can be referred to. */
@Injectable()
export class RequisitionDirectory {
  constructor(private readonly requisitions: RequisitionRepository) {}

  /**
   * Call it in a unit of work: the requisition cannot be closed until that ends.
   * @param member where the body names the requisition, such as `assignment.id`
   * @throws 422 `requisition.not_usable` when the organization has no such requisition or it is closed
   */
  async requireUsable(organizationId: string, id: string, member: string): Promise<void> {
    requisitionMustBeUsable(await this.requisitions.holdUsable(organizationId, id), member);
  }
}
