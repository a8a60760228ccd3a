import type { UsableOffering } from '../../delivery/index.js';
import type { CreateActualTimeRequest } from './actual-time.dto.js';
import type { NewActualTime } from './actual-time.repository.js';

export const newActualTime = (
  { project_offering_id, person_id, recorded_date, hours, billable, description }: CreateActualTimeRequest,
  offering: UsableOffering,
  offeringRoleId: string,
): NewActualTime => ({
  project_id: offering.project_id,
  project_offering_id,
  project_offering_role_id: offeringRoleId,
  person_id,
  recorded_date,
  hours,
  billable: billable ?? offering.is_billable,
  description: description ?? null,
});
