import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ChangedValues } from '../changed-values.js';

@Entity('outbox_events')
export class OutboxEvent {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  organizationId!: string;

  @Column('text')
  topic!: string;

  /** The webhook body but for `Sequence`, which the relay appends as the last member. */
  @Column('text')
  body!: string;

  @Column({ type: 'timestamptz', precision: 3 })
  occurredAt!: Date;

  /** For one record in the order of its versions. */
  @Column({ type: 'bigint', default: () => "nextval('outbox_event_numbers')" })
  number!: string;

  @Column('uuid', { nullable: true })
  actorUserId!: string | null;

  @Column('uuid', { nullable: true })
  actorAccessTokenId!: string | null;

  @Column('uuid', { nullable: true })
  actorSessionId!: string | null;

  @Column('jsonb', { nullable: true })
  parents!: Readonly<Record<string, string>> | null;

  @Column('text', { array: true, nullable: true })
  modifiedProperties!: string[] | null;

  @Column('jsonb', { nullable: true })
  values!: ChangedValues | null;
}
