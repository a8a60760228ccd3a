import type { OfferingRoleContent, PlannedDay } from '../world/world.js';
import type { PushContext } from './push-context.js';

// Limit of the API per request.
const daysAtATime = 100;

/** Planned otherwise than sold. */
export interface PlanChange {
  readonly path: string;
  readonly days: PlannedDay[];
}

/** @returns changes to apply once the deal is won */
export async function pushOfferingRole(
  path: string,
  offering: string,
  { role, assignment, allocation, tags, plan, soldPlan }: OfferingRoleContent,
  context: PushContext,
): Promise<PlanChange[]> {
  const { ids } = context;
  const { id } = await context.send<{ id: string }>('POST', path, {
    role_id: ids.of('role', role),
    assignment: assignment && { type: assignment.type, id: ids.of(assignment.type, assignment.key) },
    allocation,
    tags,
  });
  if (assignment?.type === 'person') ids.keep('offering role', roleKey(offering, assignment.key), id);
  const plannedTime = `${path}/${id}/planned-time`;
  for (const days of inParts(soldPlan)) await context.send('POST', plannedTime, days);
  return plan === soldPlan ? [] : inParts(plan).map((days) => ({ path: plannedTime, days }));
}

export const roleKey = (offering: string, person: string): string => `${offering} ${person}`;

export const plannedTimeOperations = ({ plan, soldPlan }: OfferingRoleContent): number =>
  inParts(soldPlan).length + (plan === soldPlan ? 0 : inParts(plan).length);

function inParts(days: readonly PlannedDay[]): PlannedDay[][] {
  return Array.from({ length: Math.ceil(days.length / daysAtATime) }, (_, index) =>
    days.slice(index * daysAtATime, (index + 1) * daysAtATime),
  );
}
