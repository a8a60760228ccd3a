import { Column, Entity } from 'typeorm';
import { Resource } from '../../../platform/database/index.js';
import type { CalendarDate } from '../../../platform/values/index.js';
import { CrmIdentifiersColumn, type CrmIdentifier } from '../../../platform/crm-identifiers/index.js';

export const requisitionStatuses = ['open', 'pending', 'closed'] as const;

@Entity('requisitions')
export class Requisition extends Resource {
  @Column('text')
  name!: string;

  @Column('text')
  nameKey!: string;

  @Column('uuid')
  roleId!: string;

  @Column('text', { default: 'open' })
  status!: (typeof requisitionStatuses)[number];

  @Column('date', { nullable: true })
  startDate!: CalendarDate | null;

  @CrmIdentifiersColumn()
  crmIdentifiers!: readonly CrmIdentifier[];
}
