import { notFound, unprocessable, conflict } from '../../../platform/errors/index.js';
import { crmIdentifierTaken } from '../../../platform/crm-identifiers/index.js';
import { declareConstraintErrors } from '../../../platform/database/index.js';

export const requisitionNotFound = notFound('requisition.not_found', 'There is no requisition with this id.');

export const requisitionCrmIdentifierInUse = conflict(
  'requisition.crm_identifier_in_use',
  crmIdentifierTaken('requisition'),
);

declareConstraintErrors({ requisition_crm_identifiers_key: requisitionCrmIdentifierInUse });

export const requisitionNotUsable = unprocessable(
  'requisition.not_usable',
  (member: string) =>
    `${member}: the organization has no such requisition, or it is closed. Use one of GET /v1/requisitions?status=open.`,
  'assignment.id',
);
