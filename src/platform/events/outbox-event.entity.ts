import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('outbox_events')
export class OutboxEvent {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  organizationId!: string;

  @Column('text')
  topic!: string;

  /** The exact webhook body, so that every attempt sends the same bytes. */
  @Column('text')
  body!: string;

  @Column({ type: 'timestamptz', precision: 3 })
  occurredAt!: Date;

  @Column('text', { default: 'pending' })
  status!: 'pending' | 'done';
}
