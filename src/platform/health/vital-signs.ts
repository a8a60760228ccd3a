import { Injectable } from '@nestjs/common';
import { Database } from '../database/index.js';
import { DeliveryFigures, type DeliveryReading } from './delivery-figures.port.js';
import { RecentAnswer } from './recent-answer.js';

/** What health and metrics look at. Each is at most a second old, and known or given up within two seconds. */
@Injectable()
export class VitalSigns {
  private readonly ping: RecentAnswer<boolean>;
  private readonly state: RecentAnswer<DeliveryReading>;
  private readonly pending: RecentAnswer<number>;

  constructor(database: Database, figures: DeliveryFigures) {
    // Over the connections that requests use: where they get none within two seconds, this does not either.
    this.ping = new RecentAnswer(async () => (await database.rows('SELECT 1')).length === 1);
    this.state = new RecentAnswer(() => figures.read());
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
