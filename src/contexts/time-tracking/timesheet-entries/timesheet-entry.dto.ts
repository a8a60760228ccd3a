import { IntersectionType, OmitType } from '@nestjs/swagger';
import {
  ChoiceMember,
  ChoicesQuery,
  IdMember,
  InstantMember,
  pageOf,
  PagingQuery,
  resourceOf,
  choices,
} from '../../../platform/http/index.js';
import { ActualTimeFilters, ActualTimeResponse } from '../actual-time/actual-time.dto.js';

const approvalStatuses = ['draft', 'submitted', 'approved', 'rejected'] as const;

const approvalStatusChoices = choices(
  'ApprovalStatus',
  'How far the approval of a timesheet entry is.',
  approvalStatuses,
);

export type ApprovalStatus = (typeof approvalStatuses)[number];

export class TimesheetEntryFilters extends ActualTimeFilters {
  @ChoicesQuery(approvalStatusChoices, {
    description: 'Only entries with this status, or one of these; repeatable.',
    example: ['submitted', 'approved'],
  })
  approval_status?: ApprovalStatus[];
}

export class ListTimesheetEntriesQuery extends IntersectionType(PagingQuery, TimesheetEntryFilters) {}

class ApprovalMembers {
  @ChoiceMember(approvalStatusChoices, { description: 'How far the approval is.', example: 'approved' })
  approval_status!: ApprovalStatus;

  @InstantMember({
    description: 'When the entry was submitted for approval last.',
    example: '2026-11-21T06:30:00.000Z',
    nullable: true,
  })
  submitted_date!: string | null;

  @InstantMember({
    description: 'When the entry was approved or rejected last.',
    example: '2026-11-23T08:00:00.000Z',
    nullable: true,
  })
  decided_date!: string | null;

  @IdMember({ of: 'person', description: 'Person who approved or rejected the entry.', nullable: true })
  decided_by!: string | null;

  @IdMember({ of: 'actual time', description: 'Actual time that the entry became.', nullable: true })
  actual_time_id!: string | null;
}

export class TimesheetEntryResponse extends IntersectionType(
  resourceOf('timesheet entry'),
  OmitType(ActualTimeResponse, ['id', 'created_date', 'modified_date']),
  ApprovalMembers,
) {}

export class TimesheetEntryPage extends pageOf(TimesheetEntryResponse) {}
