import { unprocessable } from '../../../platform/errors/index.js';

/** A position that is filled or given up cannot be planned with. */
export function requisitionMustBeUsable(isUsable: boolean, member: string): void {
  if (isUsable) return;
  throw unprocessable(
    'requisition.not_usable',
    `${member}: the organization has no such requisition, or it is closed. Use one of GET /v1/requisitions?status=open.`,
  );
}
