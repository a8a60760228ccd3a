import { Column, Entity } from 'typeorm';
import { Resource } from '../../../platform/database/index.js';

/** What a client can set. */
export const subscriberStatuses = ['enabled', 'disabled'] as const;

export type SubscriberStatus = (typeof subscriberStatuses)[number];

/** Somebody asked for it, the receiver answered 410, or nothing but failures came for days. */
export const disabledReasons = ['requested', 'gone', 'failing'] as const;

export type DisabledReason = (typeof disabledReasons)[number];

@Entity('webhook_subscribers')
export class WebhookSubscriber extends Resource {
  @Column('text')
  name!: string;

  /** Empty once the subscriber is deleted. */
  @Column('text')
  url!: string;

  /** Of the address, in the spelling that all its spellings have in common: subscribers with one host share its places. */
  @Column('text', { default: '' })
  receivingHost!: string;

  @Column('text', { nullable: true })
  description!: string | null;

  /** Encrypted; empty once the subscriber is deleted. */
  @Column('text')
  secret!: string;

  /** Encrypted; signs too until it expires. */
  @Column('text', { nullable: true })
  previousSecret!: string | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  previousSecretExpiresAt!: Date | null;

  @Column('text', { default: 'enabled' })
  status!: SubscriberStatus | 'deleted';

  /** Differs for each change of the status, and is null once all deliveries have followed it. */
  @Column('uuid', { nullable: true })
  statusChange!: string | null;

  @Column('text', { nullable: true })
  disabledReason!: DisabledReason | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  disabledAt!: Date | null;

  /** Since when every attempt has failed. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  failingSince!: Date | null;

  @Column('integer', { default: 0 })
  failuresInRow!: number;

  /** Until when its receiver has held up its deliveries: an attempt failed, or found no place there. May be soon. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  heldUpUntil!: Date | null;
}
