import type { UsableOffering } from '../../delivery/index.js';
import type { CreateActualTimeRequest } from './actual-time.dto.js';
import type { NewActualTime } from './actual-time.repository.js';

export const newActualTime = (
  { billable, description, crm_identifiers, ...time }: CreateActualTimeRequest,
  offering: UsableOffering,
  offeringRoleId: string,
): NewActualTime => ({
  ...time,
  project_id: offering.project_id,
  project_offering_role_id: offeringRoleId,
  billable: billable ?? offering.is_billable,
  description: description ?? null,
  crm_identifiers: crm_identifiers ?? [],
});
