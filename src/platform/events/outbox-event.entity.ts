import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An event that waits to be delivered, written in the transaction that caused it. */
@Entity('outbox_events')
export class OutboxEvent {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  organizationId!: string;

  @Column('text')
  topic!: string;

  /** The webhook body to the byte, so that every attempt sends the same. */
  @Column('text')
  body!: string;

  @Column({ type: 'timestamptz', precision: 3 })
  occurredAt!: Date;

  @Column('text', { default: 'pending' })
  status!: 'pending' | 'done';
}
