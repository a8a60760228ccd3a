import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config/settings.js';
import type { Retention } from '../../retention/index.js';
import { KeptAnswerRepository } from './kept-answer.repository.js';

const BATCH = 1000;

@Injectable()
export class KeptAnswerRetention implements Retention {
  readonly intervalMinutes = 10;

  constructor(
    private readonly answers: KeptAnswerRepository,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async removeOld(): Promise<boolean> {
    return (await this.answers.removeOld(this.settings.IDEMPOTENCY_HOURS, BATCH)) === BATCH;
  }
}
