import type { UsableOffering } from '../../delivery/index.js';
import type { CreateActualTimeRequest } from './actual-time.dto.js';
import type { Identified } from './actual-time.repository.js';

export const newActualTime = (
  id: string,
  time: CreateActualTimeRequest,
  offering: UsableOffering,
  offeringRoleId: string,
): Identified => ({
  id,
  project_id: offering.project_id,
  project_offering_id: time.project_offering_id,
  project_offering_role_id: offeringRoleId,
  person_id: time.person_id,
  recorded_date: time.recorded_date,
  hours: time.hours,
  billable: time.billable ?? offering.is_billable,
  description: time.description ?? null,
  crm_identifiers: time.crm_identifiers ?? [],
});
