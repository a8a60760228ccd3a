import { crmIdentifierTaken } from '../../../platform/crm-identifiers/index.js';
import { declareConstraintErrors } from '../../../platform/database/index.js';
import { conflict, notFound, unprocessable } from '../../../platform/errors/index.js';

export const clientNotFound = notFound('client.not_found', 'There is no client with this id.');

export const clientNameInUse = conflict(
  'client.name_in_use',
  'Another client has this name: use that one, choose another name, or archive it.',
);

export const clientCrmIdentifierInUse = conflict(
  'client.crm_identifier_in_use',
  crmIdentifierTaken('client'),
);

declareConstraintErrors({
  /** A name must lead to one client. */
  clients_name_key: clientNameInUse,
  /** A record of a CRM system must lead to one client. */
  client_crm_identifiers_key: clientCrmIdentifierInUse,
});

export const clientNotUsable = unprocessable(
  'client.not_usable',
  (member: string) =>
    `${member}: the organization has no such client, or it is archived. Use one of GET /v1/clients?is_archived=false.`,
  'client_id',
);
