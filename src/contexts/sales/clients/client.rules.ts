import { declareConstraintErrors } from '../../../platform/database/index.js';
import { conflict, unprocessable } from '../../../platform/errors/index.js';

declareConstraintErrors({
  /** A name must lead to one client. */
  clients_name_key: () =>
    conflict(
      'client.name_in_use',
      'Another client has this name: use that one, choose another name, or archive it.',
    ),
  /** A record of a CRM system must lead to one client. */
  client_crm_identifiers_key: () =>
    conflict(
      'client.crm_identifier_in_use',
      'crm_identifiers: another client has this system and identifier already. Update that client, or take it off there.',
    ),
});

/** New work is agreed only with clients that exist and are not archived. */
export function clientMustBeUsable(isUsable: boolean, member: string): void {
  if (isUsable) return;
  throw unprocessable(
    'client.not_usable',
    `${member}: the organization has no such client, or it is archived. Use one of GET /v1/clients?is_archived=false.`,
  );
}
