/** What other contexts have to make before a new organization can be used. Runs in the transaction that makes it. */
export abstract class OrganizationFounding {
  abstract found(organizationId: string): Promise<void>;
}
