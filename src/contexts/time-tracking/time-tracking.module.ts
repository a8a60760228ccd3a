import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DeliveryModule } from '../delivery/index.js';
import { OrganizationModule } from '../organization/index.js';
import { PeopleModule } from '../people/index.js';
import { ActualTimeBulkWriter } from './actual-time-bulk/actual-time-bulk-writer.js';
import { ActualTimeBulkController } from './actual-time-bulk/actual-time-bulk.controller.js';
import { ActualTimeBulkService } from './actual-time-bulk/actual-time-bulk.service.js';
import { ActualTimeIdentifierRepository } from './actual-time-bulk/actual-time-identifier.repository.js';
import { ActualTimeRecordingService } from './actual-time/actual-time-recording.service.js';
import { ActualTimeController } from './actual-time/actual-time.controller.js';
import { ActualTime } from './actual-time/actual-time.entity.js';
import { ActualTimeRepository } from './actual-time/actual-time.repository.js';
import { ActualTimeService } from './actual-time/actual-time.service.js';
import { DailyRowCountsJob } from './daily-row-counts/daily-row-counts.job.js';
import { DailyRowCountsRepository } from './daily-row-counts/daily-row-counts.repository.js';
import { TimesheetEntryIntake } from './timesheet-entries/timesheet-entry-intake.js';
import { TimesheetEntryController } from './timesheet-entries/timesheet-entry.controller.js';
import { TimesheetEntryRepository } from './timesheet-entries/timesheet-entry.repository.js';
import { TimesheetEntryService } from './timesheet-entries/timesheet-entry.service.js';
import { ActualTimeTotalsController } from './totals/actual-time-totals.controller.js';
import { TimeTotalsRepository } from './totals/time-totals.repository.js';
import { TimeTotalsService } from './totals/time-totals.service.js';
import { TimesheetEntryTotalsController } from './totals/timesheet-entry-totals.controller.js';

@Module({
  imports: [OrganizationModule, PeopleModule, DeliveryModule, TypeOrmModule.forFeature([ActualTime])],
  controllers: [
    ActualTimeTotalsController,
    TimesheetEntryTotalsController,
    ActualTimeBulkController,
    ActualTimeController,
    TimesheetEntryController,
  ],
  providers: [
    ActualTimeRepository,
    ActualTimeService,
    ActualTimeRecordingService,
    ActualTimeIdentifierRepository,
    ActualTimeBulkWriter,
    ActualTimeBulkService,
    TimesheetEntryRepository,
    TimesheetEntryService,
    TimesheetEntryIntake,
    TimeTotalsRepository,
    TimeTotalsService,
    DailyRowCountsRepository,
    DailyRowCountsJob,
  ],
  exports: [TimesheetEntryIntake],
})
export class TimeTrackingModule {}
