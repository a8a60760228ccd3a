import { Injectable } from '@nestjs/common';
import { billingModelTraits } from './billing-model.js';
import { HeldOfferingRepository, type HeldOffering } from './held-offering.repository.js';
import { offeringMustBeUsable } from './project-offering.rules.js';

/** An offering that something is recorded for. */
export interface UsableOffering extends HeldOffering {
  /** Whether hours count as billable unless they say otherwise. */
  readonly is_billable: boolean;
}

/** Answers other contexts what an offering and its project are. */
@Injectable()
export class ProjectOfferingDirectory {
  constructor(private readonly offerings: HeldOfferingRepository) {}

  /**
   * Holds the offering and its project until the transaction ends: a status move and a merge wait. Call it in a unit of
   * work, before anything else is locked.
   * @throws 422 `project_offering.not_usable` when the organization has no such offering
   */
  async hold(organizationId: string, id: string, member: string): Promise<UsableOffering> {
    const offering = offeringMustBeUsable(await this.offerings.find(organizationId, id), member);
    return { ...offering, is_billable: billingModelTraits[offering.billing_model].isBillable };
  }
}
