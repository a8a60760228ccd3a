import { IntersectionType } from '@nestjs/swagger';
import { ChoiceMember, ChoicesQuery, IdMember, InstantMember, pageOf } from '../../../platform/http/index.js';
import { ActualTimeResponse, ListActualTimeQuery } from '../actual-time/actual-time.dto.js';

const approvalStatuses = ['draft', 'submitted', 'approved', 'rejected'] as const;

export type ApprovalStatus = (typeof approvalStatuses)[number];

export class ListTimesheetEntriesQuery extends ListActualTimeQuery {
  @ChoicesQuery(approvalStatuses, {
    description: 'Only entries with this status, or one of these; repeatable.',
    example: ['submitted', 'approved'],
  })
  approval_status?: ApprovalStatus[];
}

class ApprovalMembers {
  @ChoiceMember(approvalStatuses, { description: 'How far the approval is.', example: 'approved' })
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

  @IdMember({
    description: 'Person who approved or rejected the entry.',
    example: '0193c1a4-6f0e-7b7a-9a52-0d6a6f1c2b54',
    nullable: true,
  })
  decided_by!: string | null;

  @IdMember({
    description: 'Actual time that the entry became.',
    example: '0193c1a4-6f0e-7b7a-9a52-0d6a6f1c2b55',
    nullable: true,
  })
  actual_time_id!: string | null;
}

export class TimesheetEntryResponse extends IntersectionType(ActualTimeResponse, ApprovalMembers) {}

export class TimesheetEntryPage extends pageOf(TimesheetEntryResponse) {}
