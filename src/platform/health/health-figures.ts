import { Injectable } from '@nestjs/common';
import { DatabasePing } from './database-ping.js';
import {
  EventHandlingRepository,
  type HandlingReading,
} from '../events/durable/event-handling.repository.js';
import { FIGURES_WITHIN_MS, CachedResult } from './cached-result.js';

export interface ProgramReading {
  readonly isDatabaseUp: boolean;
  readonly handlings: HandlingReading | null;
}

/** Figures for health and metrics, at most a second old. null: the database does not respond. */
@Injectable()
export class HealthFigures {
  private readonly ping: CachedResult<boolean>;
  private readonly handlings: CachedResult<HandlingReading>;

  constructor(ping: DatabasePing, handlings: EventHandlingRepository) {
    this.ping = new CachedResult(() => ping.ping());
    this.handlings = new CachedResult(() => handlings.read(), FIGURES_WITHIN_MS);
  }

  async isDatabaseUp(): Promise<boolean> {
    return (await this.ping.get()) === true;
  }

  eventHandlings(): Promise<HandlingReading | null> {
    return this.handlings.get();
  }

  async measure(): Promise<ProgramReading> {
    const [isDatabaseUp, handlings] = await Promise.all([this.isDatabaseUp(), this.eventHandlings()]);
    return { isDatabaseUp, handlings };
  }
}
