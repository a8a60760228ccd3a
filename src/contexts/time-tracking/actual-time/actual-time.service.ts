import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Page, type PageRequest } from '../../../platform/database/index.js';
import { changeOf, EventPublisher } from '../../../platform/events/index.js';
import { changesIn, hasChanges } from '../../../platform/values/index.js';
import { OrganizationService } from '../../organization/index.js';
import { UsablePeople } from '../../people/index.js';
import { actualTimeDeleted, actualTimeModified, timesheetEntryModified } from '../time-tracking.events.js';
import type { ActualTimeResponse, ListActualTimeQuery, UpdateActualTimeRequest } from './actual-time.dto.js';
import { ActualTimeRepository } from './actual-time.repository.js';
import { personMustBeThereOn } from './actual-time.rules.js';
import { parentsOf } from './parents-of.js';
import { withDays } from './time-list.js';
import { versionMustMatch } from '../../../platform/writes/index.js';

@Injectable()
export class ActualTimeService {
  constructor(
    private readonly times: ActualTimeRepository,
    private readonly people: UsablePeople,
    private readonly organizations: OrganizationService,
    private readonly unitOfWork: UnitOfWork,
    private readonly events: EventPublisher,
  ) {}

  async list(
    organizationId: string,
    query: ListActualTimeQuery,
    page: PageRequest,
  ): Promise<Page<ActualTimeResponse>> {
    const wanted = await withDays(query, page, () => this.organizations.today(organizationId));
    return this.times.list(organizationId, wanted, page);
  }

  get(organizationId: string, id: string): Promise<ActualTimeResponse> {
    return this.times.get(organizationId, id);
  }

  update(organizationId: string, id: string, patch: UpdateActualTimeRequest): Promise<ActualTimeResponse> {
    return this.unitOfWork.run(async () => {
      const before = await this.times.lock(organizationId, id);
      versionMustMatch(before);
      const changes = changesIn(before, patch);
      if (!hasChanges(changes)) return before;
      if (changes.recorded_date !== undefined) {
        const person = await this.people.lockReferredForShare(organizationId, before.person_id);
        personMustBeThereOn(changes.recorded_date, person);
      }
      await this.times.update(organizationId, id, changes);
      const after = await this.times.get(organizationId, id);
      await this.events.publish(
        actualTimeModified,
        changeOf(organizationId, [before, after], changes, parentsOf(before)),
      );
      return after;
    });
  }

  async remove(organizationId: string, id: string): Promise<void> {
    await this.unitOfWork.run(async () => {
      const time = await this.times.lock(organizationId, id);
      versionMustMatch(time);
      const entries = await this.times.remove(organizationId, id);
      await this.events.publish(actualTimeDeleted, { organizationId, id, payload: parentsOf(time) });
      const unlinked = entries.map((entry) => {
        const before = { id: entry.id, actual_time_id: id };
        return changeOf(
          organizationId,
          [before, { actual_time_id: null }],
          ['actual_time_id'],
          parentsOf(entry),
        );
      });
      await this.events.publish(timesheetEntryModified, ...unlinked);
    });
  }
}
