import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';

export const calculationThresholds = ['current_day', 'last_week'] as const;

/** Up to when actual time counts. */
export type CalculationThreshold = (typeof calculationThresholds)[number];

@Entity('organizations')
export class Organization {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  name!: string;

  @Column('text')
  nameKey!: string;

  @Column('text', { default: 'USD' })
  currencyCode!: string;

  @Column('text', { default: 'UTC' })
  timeZone!: string;

  @Column('numeric', { precision: 5, scale: 2, default: 40 })
  hoursPerWeek!: string;

  @Column('numeric', { precision: 5, scale: 4, default: 0 })
  targetMargin!: string;

  @Column('text', { default: 'current_day' })
  calculationThreshold!: CalculationThreshold;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  @UpdateDateColumn({ type: 'timestamptz', precision: 3 })
  modifiedAt!: Date;
}
