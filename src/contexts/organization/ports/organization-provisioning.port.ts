/** What other contexts have to make before a new organization can be used. Runs in the transaction that makes it. */
export abstract class OrganizationProvisioning {
  abstract provision(organizationId: string): Promise<void>;
}
