import type { Day } from '../calendar.js';
import type { OfferingFrame } from '../projects/projects.js';
import type { PersonContent } from '../world.js';

/** Work is planned for people, and done, on what has been sold. */
export function isActiveOn({ from, to, pause, status }: OfferingFrame, day: Day): boolean {
  if (status === 'pre_sale' || day < from || day > to) return false;
  return pause === null || day < pause.from || day > pause.to;
}

export function offeringsFor(
  { billingType, department }: PersonContent,
  offerings: readonly OfferingFrame[],
  day: Day,
): OfferingFrame[] {
  const active = offerings.filter((offering) => isActiveOn(offering, day));
  const needed = active.filter(({ theme }) => (theme.departments as readonly string[]).includes(department));
  const isClientWork = ({ isInternal }: OfferingFrame) => !isInternal;
  const choices =
    billingType === 'billable' ? [needed.filter(isClientWork), active.filter(isClientWork)] : [needed];
  return choices.find((choice) => choice.length > 0) ?? active.filter(({ isInternal }) => isInternal);
}

/** The organization's own work for which a person's department is needed. */
export function internalOfferingsFor(
  { department }: PersonContent,
  offerings: readonly OfferingFrame[],
  day: Day,
): OfferingFrame[] {
  return offerings.filter(
    (offering) =>
      offering.isInternal &&
      isActiveOn(offering, day) &&
      (offering.theme.departments as readonly string[]).includes(department),
  );
}
