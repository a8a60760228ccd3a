import { addDays, later, workingDays } from '../calendar.js';
import { isActiveOn } from './offering-choice.js';
import type { OfferingFrame } from '../projects/projects.js';
import type { Random } from '../random.js';
import { roles } from '../people/roles.js';
import type { OfferingRoleContent, PlannedDay, RequisitionContent, TimeSpan } from '../world.js';

/** Roles that nobody has yet: what is offered, and gaps in what runs. Every other one has a requisition. */
export class OpenRoles {
  private made = 0;

  constructor(
    private readonly requisitions: readonly RequisitionContent[],
    private readonly span: TimeSpan,
    private readonly random: Random,
  ) {}

  of(offering: OfferingFrame, hasPeople: boolean): OfferingRoleContent[] {
    const days = this.daysOf(offering, hasPeople);
    if (days.length === 0) return [];
    const count = this.countOf(offering, hasPeople);
    const taken = new Set<string>();
    return Array.from({ length: count }, () => this.make(offering, days, taken));
  }

  private countOf({ status, isInternal }: OfferingFrame, hasPeople: boolean): number {
    if (status === 'pre_sale') return this.random.between(1, 3);
    if (!hasPeople) return 1;
    return !isInternal && this.random.chance(35) ? 1 : 0;
  }

  private daysOf(offering: OfferingFrame, hasPeople: boolean): string[] {
    const from = hasPeople ? later(offering.from, addDays(this.span.until, 1)) : offering.from;
    return workingDays(from, offering.to).filter(
      (day) => offering.status === 'pre_sale' || isActiveOn(offering, day),
    );
  }

  private make(offering: OfferingFrame, days: readonly string[], taken: Set<string>): OfferingRoleContent {
    const requisition = this.made++ % 2 === 0 ? this.requisitionFor(offering, taken) : undefined;
    if (requisition) taken.add(requisition.name);
    const percent = this.random.pick([50, 100]);
    const plan: PlannedDay[] = days.map((day) => ({ plan_date: day, hours: (8 * percent) / 100 }));
    return {
      role: requisition?.role ?? this.random.pick(rolesFor(offering)).name,
      assignment: requisition ? { type: 'requisition', key: requisition.name } : null,
      allocation: percent / 100,
      tags: requisition ? ['Critical skill'] : [],
      plan,
      soldPlan: plan,
    };
  }

  private requisitionFor(
    offering: OfferingFrame,
    taken: ReadonlySet<string>,
  ): RequisitionContent | undefined {
    const usable = this.requisitions.filter(({ status, name }) => status !== 'closed' && !taken.has(name));
    const names = rolesFor(offering).map(({ name }) => name);
    const fitting = usable.filter(({ role }) => names.includes(role));
    const choice = fitting.length > 0 ? fitting : usable;
    return choice.length > 0 ? this.random.pick(choice) : undefined;
  }
}

const rolesFor = ({ theme }: OfferingFrame) =>
  roles.filter(({ department }) => (theme.departments as readonly string[]).includes(department));
