import { Column, Entity } from 'typeorm';
import { Resource } from '../../../platform/database/index.js';
import type { CalendarDate } from '../../../platform/values/index.js';
import { CrmIdentifiersColumn, type CrmIdentifier } from '../../../platform/crm-identifiers/index.js';

export const billingTypes = ['billable', 'non_billable'] as const;
export const workerTypes = ['full_time', 'part_time', 'contractor'] as const;

@Entity('people')
export class Person extends Resource {
  @Column('text', { nullable: true })
  givenName!: string | null;

  @Column('text', { nullable: true })
  familyName!: string | null;

  @Column('text')
  emailAddress!: string;

  @Column('text')
  emailKey!: string;

  /** Name key of the whole name and the e-mail address, for `terms`. */
  @Column('text')
  searchKey!: string;

  @Column('uuid')
  roleId!: string;

  @Column('numeric', { precision: 5, scale: 4, nullable: true })
  capacity!: string | null;

  @Column('numeric', { precision: 5, scale: 4, nullable: true })
  billableUtilizationTarget!: string | null;

  @Column('text', { default: 'billable' })
  billingType!: (typeof billingTypes)[number];

  @Column('text', { default: 'full_time' })
  workerType!: (typeof workerTypes)[number];

  @Column('date', { nullable: true })
  startDate!: CalendarDate | null;

  @Column('date', { nullable: true })
  terminationDate!: CalendarDate | null;

  @Column('text', { nullable: true })
  imageUrl!: string | null;

  @Column('boolean', { default: false })
  isArchived!: boolean;

  @CrmIdentifiersColumn()
  crmIdentifiers!: readonly CrmIdentifier[];

  @Column('date', { nullable: true })
  archivedOn!: CalendarDate | null;
}
