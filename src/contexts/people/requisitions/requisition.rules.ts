import { notFound, unprocessable } from '../../../platform/errors/index.js';

export const requisitionNotFound = notFound('requisition.not_found', 'There is no requisition with this id.');

export const requisitionNotUsable = unprocessable(
  'requisition.not_usable',
  (member: string) =>
    `${member}: the organization has no such requisition, or it is closed. Use one of GET /v1/requisitions?status=open.`,
  'assignment.id',
);
