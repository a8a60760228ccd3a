import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../../platform/database/index.js';
import { currentActor, envelopeOf, sequenced } from '../../../../platform/events/index.js';
import { Clock } from '../../../../platform/values/index.js';
import { redeliverableStates, type RedeliverableState } from '../deliveries/delivery-state.js';
import { webhookPing } from '../../webhook-topics.js';
import { Admission } from '../admission/admission.js';
import { DeliveryControlRepository } from './delivery-control.repository.js';
import { StatusChangeJob } from './status-change.job.js';
import { StatusChangeRepository } from './status-change.repository.js';

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

  /** Moves one batch of deliveries at once, the rest after the commit. */
  async followStatus(subscriberId: string): Promise<void> {
    await this.statusChanges.follow(subscriberId);
    this.unitOfWork.afterCommit(() => {
      this.statusChangeJob.loop.wake();
      this.admission.loop.wake();
    });
  }

  async redeliver(organizationId: string, subscriberId: string, deliveryId: string): Promise<void> {
    await this.deliveries.redeliver(organizationId, subscriberId, deliveryId, redeliverableStates);
    this.ringAfterCommit();
  }

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

  async ping(organizationId: string, subscriberId: string): Promise<string> {
    const event = { topic: webhookPing.name, organizationId, id: subscriberId };
    const message = envelopeOf(event, this.clock.now(), currentActor());
    const deliveryId = await this.deliveries.insertMessage(organizationId, subscriberId, {
      ...message,
      body: sequenced(message.body, null),
    });
    this.ringAfterCommit();
    return deliveryId;
  }

  private ringAfterCommit(): void {
    this.unitOfWork.afterCommit(() => this.admission.loop.wake());
  }
}
