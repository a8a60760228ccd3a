import { Injectable } from '@nestjs/common';
import { DatabasePing } from './database-ping.js';
import { DeliveryFigures, type DeliveryReading } from './delivery-figures.port.js';
import { RecentAnswer } from './recent-answer.js';

// They are told beside what matters, and wait for a connection like everybody else.
const FIGURES_WITHIN_MS = 1000;

/** What health and metrics look at. Each is at most a second old, and known or given up within two seconds. */
@Injectable()
export class VitalSigns {
  private readonly ping: RecentAnswer<boolean>;
  private readonly state: RecentAnswer<DeliveryReading>;
  private readonly pending: RecentAnswer<number>;

  constructor(ping: DatabasePing, figures: DeliveryFigures) {
    this.ping = new RecentAnswer(() => ping.isAnswered());
    this.state = new RecentAnswer(() => figures.read(), FIGURES_WITHIN_MS);
    this.pending = new RecentAnswer(() => figures.countPending());
  }

  async databaseAnswers(): Promise<boolean> {
    return (await this.ping.get()) === true;
  }

  /** null: not known, because the database does not answer. */
  deliveries(): Promise<DeliveryReading | null> {
    return this.state.get();
  }

  /** null: not known, because the database does not answer. */
  pendingDeliveries(): Promise<number | null> {
    return this.pending.get();
  }
}
