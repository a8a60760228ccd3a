import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Page, type PageRequest } from '../../../platform/database/index.js';
import { changeWith, EventPublisher } from '../../../platform/events/index.js';
import type { CalendarDate } from '../../../platform/values/index.js';
import { personModified } from '../people.events.js';
import { PersonRepository } from '../people/person.repository.js';
import type { CostRateResponse } from './cost-rate.dto.js';
import { CostRateHistory } from '../cost-rate-history/cost-rate-history.js';
import { CostRateRepository } from '../cost-rate-history/cost-rate.repository.js';
import { versionMustMatch } from '../../../platform/writes/index.js';

@Injectable()
export class CostRateService {
  constructor(
    private readonly costRates: CostRateRepository,
    private readonly history: CostRateHistory,
    private readonly people: PersonRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly events: EventPublisher,
  ) {}

  async list(organizationId: string, personId: string, page: PageRequest): Promise<Page<CostRateResponse>> {
    const found = await this.costRates.list(organizationId, personId, page);
    if (found.total === 0) await this.people.requireKnown(organizationId, personId);
    return found;
  }

  /** @throws 404 `cost_rate.not_found` where no rate begins on this day */
  async remove(organizationId: string, personId: string, day: CalendarDate): Promise<void> {
    await this.unitOfWork.run(async () => {
      versionMustMatch(await this.people.lockForUpdate(organizationId, personId));
      const values = await this.history.remove(organizationId, personId, day);
      await this.people.touch(organizationId, personId);
      await this.events.publish(personModified, changeWith(organizationId, personId, values));
    });
  }
}
