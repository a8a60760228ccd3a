import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '../../../platform/database/index.js';
import { OrganizationService } from '../../organization/index.js';
import { withDays } from '../actual-time/time-list.js';
import type { ListTimesheetEntriesQuery, TimesheetEntryResponse } from './timesheet-entry.dto.js';
import { TimesheetEntryRepository } from './timesheet-entry.repository.js';

@Injectable()
export class TimesheetEntryService {
  constructor(
    private readonly entries: TimesheetEntryRepository,
    private readonly organizations: OrganizationService,
  ) {}

  async list(
    organizationId: string,
    query: ListTimesheetEntriesQuery,
    page: PageRequest,
  ): Promise<Page<TimesheetEntryResponse>> {
    const wanted = await withDays(query, page, () => this.organizations.today(organizationId));
    return this.entries.list(organizationId, wanted, page);
  }
}
