import { Injectable } from '@nestjs/common';
import type { ClaimedAttempt } from '../attempts/claimed-attempt.js';
import { Deliverer } from '../attempts/deliverer.js';
import { DeliveryQueue } from './delivery-queue.js';
import type { DeliveryId } from '../deliveries/delivery-id.js';

@Injectable()
export class Dispatcher {
  private whenDone: () => void = () => undefined;

  constructor(
    private readonly queue: DeliveryQueue,
    private readonly deliverer: Deliverer,
  ) {}

  start(whenDone: () => void): void {
    this.whenDone = whenDone;
    this.queue.start(({ deliveryIds }) => this.onJob(deliveryIds));
  }

  pause(): Promise<void> {
    return this.queue.pause();
  }

  stop(): Promise<void> {
    return this.queue.stop();
  }

  async dispatch(deliveries: readonly DeliveryId[]): Promise<void> {
    if (deliveries.length > 0 && !(await this.queue.add(deliveries))) this.deliverHere(deliveries);
  }

  get room(): number {
    return this.deliverer.room;
  }

  begin(claimed: readonly ClaimedAttempt[], leasesBegan: number): void {
    for (const attempt of claimed) void this.deliverer.begin(attempt, leasesBegan).then(this.whenDone);
  }

  /** Without the queue. Safe for queued ones too: a delivery is claimed once. */
  deliverHere(deliveries: readonly DeliveryId[]): void {
    for (const { id } of deliveries) void this.deliver(id);
  }

  // The job ends once its deliveries have started, not with the receivers.
  private async onJob(deliveryIds: readonly string[]): Promise<void> {
    for (const id of deliveryIds) {
      await this.deliverer.untilRoom();
      void this.deliver(id);
    }
  }

  private async deliver(deliveryId: string): Promise<void> {
    await this.deliverer.deliver(deliveryId);
    this.whenDone();
  }
}
