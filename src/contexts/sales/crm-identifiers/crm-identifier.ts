export const MAX_CRM_IDENTIFIERS = 20;

export interface CrmIdentifier {
  /** The CRM system, as the integration names it. */
  readonly system: string;
  readonly identifier: string;
  /** Where a person sees the record in that system. */
  readonly url: string | null;
}
