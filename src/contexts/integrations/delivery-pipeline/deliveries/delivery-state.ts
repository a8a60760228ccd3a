import { errorClasses } from '../../../../platform/outbound/index.js';

/** The last four are final; all of them but `cancelled` can be redelivered. */
export const deliveryStates = [
  'pending',
  'queued',
  'sending',
  'delivered',
  'exhausted',
  'parked',
  'cancelled',
] as const;

export type DeliveryState = (typeof deliveryStates)[number];

interface Move {
  readonly from: readonly DeliveryState[];
  readonly to: DeliveryState;
}

type Moves = Readonly<Record<string, Move>>;

/** All transitions. A failed attempt takes `retry`, `giveUp`, `park` or `cancel`. */
export const moves = valid({
  queue: { from: ['pending'], to: 'queued' },
  claim: { from: ['pending', 'queued'], to: 'sending' },
  succeed: { from: ['sending'], to: 'delivered' },
  retry: { from: ['sending'], to: 'pending' },
  giveUp: { from: ['sending'], to: 'exhausted' },
  release: { from: ['queued', 'sending'], to: 'pending' },
  park: { from: ['pending', 'queued', 'sending'], to: 'parked' },
  resume: { from: ['parked'], to: 'pending' },
  cancel: { from: ['pending', 'queued', 'sending', 'parked'], to: 'cancelled' },
  redeliver: { from: ['delivered', 'exhausted'], to: 'pending' },
});

export const leasedStates = moves.release.from;

export const endStates = ['delivered', 'exhausted', 'parked', 'cancelled'] as const satisfies DeliveryState[];

export const moveByStatus = {
  enabled: moves.resume,
  disabled: moves.park,
  deleted: moves.cancel,
} as const;

export const redeliverableStates = moves.redeliver.from;

export type RedeliverableState = (typeof redeliverableStates)[number];

export const attemptStates = ['started', 'succeeded', 'failed', 'abandoned'] as const;

export type AttemptState = (typeof attemptStates)[number];

/** Failures without a response status. Aborted attempts are not recorded. */
export const attemptErrors = [
  ...errorClasses.filter((errorClass) => errorClass !== 'aborted'),
  'secret_unreadable',
] as const;

export type AttemptError = (typeof attemptErrors)[number];

/** @throws Error at the start when the table contradicts itself */
export function valid<const Table extends Moves>(table: Table): Table {
  for (const [name, { from, to }] of Object.entries<Move>(table)) {
    if (from.includes(to)) throw new Error(`The move ${name} leads from ${to} to ${to}.`);
    if (new Set(from).size < from.length) throw new Error(`The move ${name} lists a state twice.`);
  }
  const targets = new Set(Object.values<Move>(table).map(({ to }) => to));
  const missing = deliveryStates.find((state) => !targets.has(state));
  if (missing) throw new Error(`No delivery could become ${missing}.`);
  return table;
}
