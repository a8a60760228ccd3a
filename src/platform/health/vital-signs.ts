import { Injectable } from '@nestjs/common';
import { DatabasePing } from './database-ping.js';
import {
  EventHandlingRepository,
  type HandlingReading,
} from '../events/durable/event-handling.repository.js';
import { FIGURES_WITHIN_MS, RecentAnswer } from './recent-answer.js';

export interface ProgramReading {
  readonly isDatabaseUp: boolean;
  readonly handlings: HandlingReading | null;
}

/** Figures for health and metrics, at most a second old. null: the database does not respond. */
@Injectable()
export class VitalSigns {
  private readonly ping: RecentAnswer<boolean>;
  private readonly handlings: RecentAnswer<HandlingReading>;

  constructor(ping: DatabasePing, handlings: EventHandlingRepository) {
    this.ping = new RecentAnswer(() => ping.isAnswered());
    this.handlings = new RecentAnswer(() => handlings.read(), FIGURES_WITHIN_MS);
  }

  async databaseAnswers(): Promise<boolean> {
    return (await this.ping.get()) === true;
  }

  eventHandlings(): Promise<HandlingReading | null> {
    return this.handlings.get();
  }

  async measure(): Promise<ProgramReading> {
    const [isDatabaseUp, handlings] = await Promise.all([this.databaseAnswers(), this.eventHandlings()]);
    return { isDatabaseUp, handlings };
  }
}
