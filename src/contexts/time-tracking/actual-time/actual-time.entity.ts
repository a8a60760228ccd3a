import { Column, Entity } from 'typeorm';
import { Resource } from '../../../platform/database/index.js';
import type { CalendarDate } from '../../../platform/values/index.js';
import { CrmIdentifiersColumn, type CrmIdentifier } from '../../../platform/crm-identifiers/index.js';

@Entity('actual_time')
export class ActualTime extends Resource {
  /** That of the offering, always. */
  @Column('uuid')
  projectId!: string;

  @Column('uuid')
  projectOfferingId!: string;

  /** The person's role on the offering. */
  @Column('uuid')
  projectOfferingRoleId!: string;

  @Column('uuid')
  personId!: string;

  @Column('date')
  recordedDate!: CalendarDate;

  @Column('numeric', { precision: 6, scale: 2 })
  hours!: string;

  @Column('boolean')
  billable!: boolean;

  @Column('text', { nullable: true })
  description!: string | null;

  @CrmIdentifiersColumn()
  crmIdentifiers!: readonly CrmIdentifier[];
}
