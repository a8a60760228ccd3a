import { addDays } from '../calendar.js';
import { cities } from '../names.js';
import type { Random } from '../random.js';
import { roles } from './roles.js';
import type { RequisitionContent, TimeSpan } from '../world.js';

const statuses = ['open', 'pending', 'closed', 'open'] as const;

/** About one search for eight people, in every status. */
export function makeRequisitions(people: number, { until }: TimeSpan, random: Random): RequisitionContent[] {
  const wanted = random.shuffled(roles.filter(({ isBillable }) => isBillable));
  return Array.from({ length: Math.max(statuses.length, Math.ceil(people / 8)) }, (_, index) => {
    const role = (wanted[index % wanted.length] as (typeof wanted)[number]).name;
    return {
      name: `${role}, ${random.pick(cities)} #${index + 1}`,
      role,
      status: statuses[index % statuses.length] ?? 'open',
      startDate: addDays(until, random.between(-20, 60)),
    };
  });
}
