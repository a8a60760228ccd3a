import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { PeriodicWork } from '../../../platform/background/index.js';
import { UnitOfWork } from '../../../platform/database/index.js';
import { changeWith, EventPublisher } from '../../../platform/events/index.js';
import type { CalendarDate } from '../../../platform/values/index.js';
import { OrganizationService } from '../../organization/index.js';
import { personModified } from '../people.events.js';
import { PersonRepository } from './person.repository.js';

const INTERVAL_MS = 15 * 60 * 1000;
const BATCH = 500;

/** Archives people whose last day has passed. Processes that run it at once share the work. */
@Injectable()
export class TerminationJob implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(TerminationJob.name);
  private readonly periodically = new PeriodicWork(() => this.run(), {
    intervalMs: INTERVAL_MS,
    failed: (error) => this.logger.error({ err: error }, 'Terminated people could not be looked for'),
  });

  constructor(
    private readonly people: PersonRepository,
    private readonly organizations: OrganizationService,
    private readonly unitOfWork: UnitOfWork,
    private readonly events: EventPublisher,
  ) {}

  onApplicationBootstrap(): void {
    this.periodically.doNow();
    this.periodically.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.periodically.stop();
  }

  /** @returns how many people were archived; organizations that fail are logged and come again next time */
  async run(): Promise<number> {
    let count = 0;
    for (const organizationId of await this.organizations.ids()) {
      if (this.periodically.isStopping) break;
      try {
        count += await this.archiveIn(organizationId);
      } catch (error) {
        this.logger.error({ err: error, organizationId }, 'Terminated people could not be archived');
      }
    }
    return count;
  }

  private async archiveIn(organizationId: string): Promise<number> {
    const today = await this.organizations.today(organizationId);
    for (let count = 0; ;) {
      const batch = this.periodically.isStopping ? 0 : await this.archiveBatch(organizationId, today);
      count += batch;
      if (batch < BATCH) return count;
    }
  }

  private archiveBatch(organizationId: string, today: CalendarDate): Promise<number> {
    return this.unitOfWork.run(async () => {
      const ids = await this.people.archiveTerminated(organizationId, today, BATCH);
      const values = { is_archived: { from: false, to: true }, archived_on: { from: null, to: today } };
      const events = ids.map((id) => changeWith(organizationId, id, values));
      await this.events.publish(personModified, ...events);
      return ids.length;
    });
  }
}
