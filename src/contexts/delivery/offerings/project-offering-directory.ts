import { Injectable } from '@nestjs/common';
import { mustBeUsable } from '../../../platform/references/index.js';
import { billingModelTraits } from '../billing/billing-model.js';
import { LockedOfferingRepository, type LockedOffering } from './locked-offering.repository.js';
import { projectOfferingNotUsable } from './project-offering.rules.js';

export interface UsableOffering extends LockedOffering {
  /** Whether hours count as billable unless they say otherwise. */
  readonly is_billable: boolean;
}

export const usableOffering = (offering: LockedOffering): UsableOffering => ({
  ...offering,
  is_billable: billingModelTraits[offering.billing_model].isBillable,
});

@Injectable()
export class ProjectOfferingDirectory {
  constructor(private readonly offerings: LockedOfferingRepository) {}

  /**
   * Locks the project and the offering FOR KEY SHARE, so that a status move and a merge wait. Call it in a unit of work,
   * before anything else is locked.
   * @throws 422 `project_offering.not_usable` when the organization has no such offering
   */
  async lockForKeyShare(organizationId: string, id: string, member: string): Promise<UsableOffering> {
    const offering = await this.offerings.find(organizationId, id);
    return usableOffering(mustBeUsable(offering, projectOfferingNotUsable, member));
  }
}
