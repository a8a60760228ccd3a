import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../../platform/database/index.js';
import { envelopeOf } from '../../../../platform/events/index.js';
import { Clock } from '../../../../platform/values/index.js';
import { redeliverableStates, type RedeliverableState } from '../deliveries/delivery-state.js';
import { pingTopic } from '../../webhook-topics.js';
import { Admission } from '../admission/admission.js';
import { DeliveryControlRepository } from './delivery-control.repository.js';
import { StatusChangeJob } from './status-change.job.js';
import { StatusChangeRepository } from './status-change.repository.js';

/** What the rest of the context asks of deliveries, each within the caller's unit of work, which holds the subscriber. */
@Injectable()
export class DeliveryControl {
  constructor(
    private readonly deliveries: DeliveryControlRepository,
    private readonly statusChanges: StatusChangeRepository,
    private readonly statusChangeJob: StatusChangeJob,
    private readonly unitOfWork: UnitOfWork,
    private readonly admission: Admission,
    private readonly clock: Clock,
  ) {}

  /** The status has changed: as much as one statement takes follows at once, the rest after the commit. */
  async followStatus(subscriberId: string): Promise<void> {
    await this.statusChanges.follow(subscriberId);
    this.unitOfWork.afterCommit(() => {
      this.statusChangeJob.loop.ring();
      this.admission.loop.ring();
    });
  }

  /** One more attempt of a delivery that is over; of any other, nothing. */
  async redeliver(organizationId: string, subscriberId: string, deliveryId: string): Promise<void> {
    await this.deliveries.redeliver(organizationId, subscriberId, deliveryId, redeliverableStates);
    this.ringAfterCommit();
  }

  /**
   * One more attempt of each delivery of a batch, as far as it is over.
   * @param after with an id above this one and below `to`
   */
  async redeliverRange(
    organizationId: string,
    subscriberId: string,
    after: string,
    to: string,
    states: readonly RedeliverableState[] = redeliverableStates,
  ): Promise<{ count: number; last: string | null }> {
    const batch = await this.deliveries.redeliverRange(organizationId, subscriberId, after, to, states);
    this.ringAfterCommit();
    return batch;
  }

  /** @returns the id of the delivery, which has one attempt */
  async ping(organizationId: string, subscriberId: string): Promise<string> {
    const message = envelopeOf({ topic: pingTopic, organizationId, id: subscriberId }, this.clock.now());
    const deliveryId = await this.deliveries.insertMessage(organizationId, subscriberId, message);
    this.ringAfterCommit();
    return deliveryId;
  }

  private ringAfterCommit(): void {
    this.unitOfWork.afterCommit(() => this.admission.loop.ring());
  }
}
