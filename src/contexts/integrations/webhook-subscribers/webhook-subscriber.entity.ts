import { Column, Entity } from 'typeorm';
import { Resource } from '../../../platform/database/index.js';

export const subscriberStatuses = ['enabled', 'disabled'] as const;

export type SubscriberStatus = (typeof subscriberStatuses)[number];

/** By request, after a 410 response, or after days of failures. */
export const disabledReasons = ['requested', 'gone', 'failing'] as const;

export type DisabledReason = (typeof disabledReasons)[number];

@Entity('webhook_subscribers')
export class WebhookSubscriber extends Resource {
  @Column('text')
  name!: string;

  @Column('text')
  url!: string;

  /** Normalized host of the URL: subscribers with one host share its connections. */
  @Column('text', { default: '' })
  receivingHost!: string;

  @Column('text', { nullable: true })
  description!: string | null;

  @Column('uuid', { array: true, nullable: true })
  projectIds!: string[] | null;

  @Column('text', { array: true, nullable: true })
  modifiedProperties!: string[] | null;

  @Column('uuid', { array: true, nullable: true })
  excludeAccessTokenIds!: string[] | null;

  @Column('text')
  secret!: string;

  @Column('text', { nullable: true })
  previousSecret!: string | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  previousSecretExpiresAt!: Date | null;

  @Column('text', { default: 'enabled' })
  status!: SubscriberStatus | 'deleted';

  /** New for each status change; null once all deliveries have followed. */
  @Column('uuid', { nullable: true })
  statusChange!: string | null;

  @Column('text', { nullable: true })
  disabledReason!: DisabledReason | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  disabledAt!: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  failingSince!: Date | null;

  @Column('integer', { default: 0 })
  failuresInRow!: number;

  /** Deliveries wait until then: an attempt failed or found no free connection. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  heldUpUntil!: Date | null;
}
