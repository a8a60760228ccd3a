import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../platform/database/index.js';
import { envelopeOf } from '../../../platform/events/index.js';
import { Clock } from '../../../platform/values/index.js';
import { redeliverableStates, type RedeliverableState } from '../webhook-deliveries/delivery-state.js';
import { pingTopic } from '../webhook-topics.js';
import { Admission } from './admission.js';
import { DeliveryControlRepository } from './delivery-control.repository.js';

/** What the rest of the context asks of deliveries, each within the caller's unit of work, which holds the subscriber. */
@Injectable()
export class DeliveryControl {
  constructor(
    private readonly deliveries: DeliveryControlRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly admission: Admission,
    private readonly clock: Clock,
  ) {}

  /** Keeps what a disabled subscriber has not got yet. */
  async park(organizationId: string, subscriberId: string): Promise<void> {
    await this.deliveries.park(organizationId, subscriberId);
  }

  /** Everything that was parked is due at once. */
  async resume(organizationId: string, subscriberId: string): Promise<void> {
    await this.deliveries.resume(organizationId, subscriberId);
    this.ringAfterCommit();
  }

  /** Nothing more is sent to a subscriber that was deleted. */
  async cancel(organizationId: string, subscriberId: string): Promise<void> {
    await this.deliveries.cancel(organizationId, subscriberId);
  }

  /** One more attempt of a delivery that is over; of any other, nothing. */
  async redeliver(organizationId: string, subscriberId: string, deliveryId: string): Promise<void> {
    await this.deliveries.redeliver(organizationId, subscriberId, deliveryId, redeliverableStates);
    this.ringAfterCommit();
  }

  /**
   * One more attempt of each delivery made from `from` on and before `to`, as far as it is over.
   * @returns how many
   */
  async redeliverRange(
    organizationId: string,
    subscriberId: string,
    from: Date,
    to: Date,
    states: readonly RedeliverableState[] = redeliverableStates,
  ): Promise<number> {
    const count = await this.deliveries.redeliverRange(organizationId, subscriberId, from, to, states);
    this.ringAfterCommit();
    return count;
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
