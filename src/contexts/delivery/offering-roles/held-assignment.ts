import { billingModels, billingModelTraits } from '../offerings/billing-model.js';

const billable = billingModels
  .filter((model) => billingModelTraits[model].isBillable)
  .map((model) => `'${model}'`)
  .join(', ');

/**
 * SQL that finds the offering `$2` of the organization `$1` with its project, the person `$3`, unless archived, and their
 * role on it, and holds all of them until the transaction ends; no row where one is missing. It is a part of statements
 * that write below an offering, so that these take one round trip. `start_date` and `termination_date` are the person's.
 */
// Rows are locked in the order of the locking clauses and their lists, so it is the order of all locks here.
export const heldAssignment = `
  SELECT o.project_id, o.billing_model IN (${billable}) AS is_billable, p.is_archived,
    r.id AS project_offering_role_id, w.start_date, w.termination_date
  FROM projects p
  JOIN project_offerings o ON o.organization_id = p.organization_id AND o.project_id = p.id
  JOIN people w ON w.organization_id = o.organization_id
  JOIN project_offering_roles r ON r.organization_id = o.organization_id AND r.project_offering_id = o.id
    AND r.person_id = w.id
  WHERE o.organization_id = $1 AND o.id = $2 AND w.id = $3 AND NOT w.is_archived
  FOR KEY SHARE OF p, o FOR SHARE OF w FOR KEY SHARE OF r`;
