import { Injectable } from '@nestjs/common';
import { Deliverer } from '../attempts/deliverer.js';
import { DeliveryQueue } from './delivery-queue.js';
import type { DeliveryId } from '../leases/lease.repository.js';

/** Sees to it that deliveries that were queued are made: by whichever process the queue tells, else by this one. */
@Injectable()
export class Dispatcher {
  private whenDone: () => void = () => undefined;

  constructor(
    private readonly queue: DeliveryQueue,
    private readonly deliverer: Deliverer,
  ) {}

  /** @param whenDone called after each delivery that this process made */
  start(whenDone: () => void): void {
    this.whenDone = whenDone;
    this.queue.start(({ deliveryIds }) => this.hear(deliveryIds));
  }

  /** Hears of nothing more. */
  pause(): Promise<void> {
    return this.queue.pause();
  }

  stop(): Promise<void> {
    return this.queue.stop();
  }

  async dispatch(deliveries: readonly DeliveryId[]): Promise<void> {
    if (deliveries.length > 0 && !(await this.queue.add(deliveries))) this.deliverHere(deliveries);
  }

  /** Without the queue. Harmless for those that the queue brings too: a delivery is claimed once. */
  deliverHere(deliveries: readonly DeliveryId[]): void {
    for (const { id } of deliveries) void this.deliver(id);
  }

  // The doorbell has been heard when there was room for its deliveries: the queue need not wait for the receivers.
  private async hear(deliveryIds: readonly string[]): Promise<void> {
    for (const id of deliveryIds) {
      await this.deliverer.hasRoom();
      void this.deliver(id);
    }
  }

  private async deliver(deliveryId: string): Promise<void> {
    await this.deliverer.deliver(deliveryId);
    this.whenDone();
  }
}
