export const MAX_CRM_IDENTIFIERS = 20;

export const MAX_SYSTEM_LENGTH = 100;

export interface CrmIdentifier {
  /** The CRM system, as the integration names it. */
  readonly system: string;
  readonly identifier: string;
  /** Where a person sees the record in that system. */
  readonly url: string | null;
}

/** What a 409 says. @param noun such as `client` */
export const crmIdentifierTaken = (noun: string): string =>
  `crm_identifiers: another ${noun} has this system and identifier already. Update that ${noun}, or take it off there.`;

/** The value of the column, for statements that name it; entities have `CrmIdentifiersColumn`. */
export const storedCrmIdentifiers = (list: readonly CrmIdentifier[]): string | null =>
  list.length === 0 ? null : JSON.stringify(list);

/** Different for different ones within an organization. */
export const identifierKey = ({ system, identifier }: Pick<CrmIdentifier, 'system' | 'identifier'>): string =>
  `${system}:${identifier}`;
