import { leasedStates, moveByStatus, moves, type DeliveryState } from './delivery-state.js';

// Written so that PostgreSQL uses the intended index whatever its statistics, which before a burst say "empty".

export const isPendingByTime = "state = 'pending' AND next_attempt_at > '-infinity'";

export const isPendingByKey = "(d.state = 'pending') IS TRUE";

export const isQueuedById = "(d.state = 'queued') IS TRUE";

/** Both columns lead to an index: by the id alone, early plans scan all attempts of the organization. */
export const isAttemptOf = (organizationId: string, deliveryId: string, id: string): string =>
  `a.organization_id = ${organizationId} AND a.webhook_delivery_id = ${deliveryId} AND a.id = ${id}`;

export const isSingleAttempt = (delivery: string): string =>
  `(${delivery}.is_redelivery OR ${delivery}.topic = 'webhook.ping')`;

export const isOneOf = (column: string, states: readonly DeliveryState[]): string =>
  `${column} IN (${states.map((state) => `'${state}'`).join(', ')})`;

export const isLeased = (column = 'state'): string => isOneOf(column, leasedStates);

export const become = ({ to }: { readonly to: DeliveryState }): string => `state = '${to}'`;

const byStatus = (
  status: string,
  value: (move: (typeof moveByStatus)['enabled' | 'disabled' | 'deleted']) => string,
) => {
  const cases = Object.entries(moveByStatus).map(([name, move]) => `WHEN '${name}' THEN ${value(move)}`);
  return `CASE ${status} ${cases.join(' ')} END`;
};

/** State of an unclaimed delivery, by the status of its subscriber. */
export const stateByStatus = (status: string): string => byStatus(status, ({ to }) => `'${to}'`);

/** States that follow the subscriber's status; an attempt under way ends first. */
export const statesMovedByStatus = (status: string): string =>
  byStatus(status, ({ from }) => {
    const states = (from as readonly DeliveryState[]).filter((state) => state !== 'sending');
    return `ARRAY[${states.map((state) => `'${state}'`).join(', ')}]`;
  });

export const stateAfterFailure = (retryInSeconds: string, status: string): string =>
  `CASE WHEN ${retryInSeconds} IS NULL THEN '${moves.giveUp.to}' ELSE ${stateByStatus(status)} END`;
