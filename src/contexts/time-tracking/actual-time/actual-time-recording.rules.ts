import { mustBeUsable } from '../../../platform/references/index.js';
import type { CalendarDate } from '../../../platform/values/index.js';
import {
  namedProjectMustBeUsable,
  projectOfferingNotUsable,
  type NamedProjects,
  type UsableOffering,
} from '../../delivery/domain.js';
import { personNotUsable } from '../../people/domain.js';
import {
  archivedPersonMustBeBackfilled,
  personMustBeThereOn,
  projectMustBeInUse,
  projectMustBeThatOfOffering,
} from './actual-time.rules.js';

export interface WantedTime {
  readonly project_id?: string;
  readonly recorded_date: CalendarDate;
}

interface Person {
  readonly roleId: string;
  readonly startDate: CalendarDate | null;
  readonly terminationDate: CalendarDate | null;
  readonly archivedOn: CalendarDate | null;
}

interface Place {
  readonly offering: UsableOffering | null;
  readonly person: Person | null;
}

interface Workplace {
  readonly offering: UsableOffering;
  readonly person: Person;
}

/** The project that it names, unless that is the one of the offering: it is looked up only to say what is wrong. */
export const strayProjectOf = (
  { project_id }: Pick<WantedTime, 'project_id'>,
  { offering }: Place,
): string[] =>
  project_id !== undefined && offering && project_id !== offering.project_id ? [project_id] : [];

/** All that refuses to record time, one record or many. @param dayMember where the message names the day */
export function timeMustBeRecordable(
  time: WantedTime,
  place: Place,
  strays: NamedProjects,
  mayBackfill: boolean,
  dayMember = 'recorded_date',
): Workplace {
  const offering = mustBeUsable(place.offering, projectOfferingNotUsable, 'project_offering_id');
  for (const id of strayProjectOf(time, place)) {
    namedProjectMustBeUsable(id, strays, 'project_id');
    projectMustBeThatOfOffering(id, offering);
  }
  projectMustBeInUse(offering.is_archived);
  const person = mustBeUsable(place.person, personNotUsable, 'person_id');
  archivedPersonMustBeBackfilled(person, mayBackfill);
  personMustBeThereOn(time.recorded_date, person, dayMember);
  return { offering, person };
}
