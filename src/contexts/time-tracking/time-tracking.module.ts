import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DeliveryModule } from '../delivery/index.js';
import { ActualTimeRecordingService } from './actual-time/actual-time-recording.service.js';
import { ActualTimeController } from './actual-time/actual-time.controller.js';
import { ActualTime } from './actual-time/actual-time.entity.js';
import { ActualTimeRepository } from './actual-time/actual-time.repository.js';
import { ActualTimeService } from './actual-time/actual-time.service.js';
import { TimeCountsJob } from './counts/time-counts.job.js';
import { TimeCountsRepository } from './counts/time-counts.repository.js';
import { RecordedTimeModule } from './recorded-time/recorded-time.module.js';
import { TimesheetEntryIntake } from './timesheet-entries/timesheet-entry-intake.js';
import { TimesheetEntryController } from './timesheet-entries/timesheet-entry.controller.js';
import { TimesheetEntryRepository } from './timesheet-entries/timesheet-entry.repository.js';
import { TimesheetEntryService } from './timesheet-entries/timesheet-entry.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([ActualTime]), DeliveryModule, RecordedTimeModule],
  controllers: [ActualTimeController, TimesheetEntryController],
  providers: [
    ActualTimeRepository,
    ActualTimeService,
    ActualTimeRecordingService,
    TimesheetEntryRepository,
    TimesheetEntryService,
    TimesheetEntryIntake,
    TimeCountsRepository,
    TimeCountsJob,
  ],
  exports: [TimesheetEntryIntake],
})
export class TimeTrackingModule {}
