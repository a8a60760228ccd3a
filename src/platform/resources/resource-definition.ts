import type { DeclaredRefusal } from '../errors/index.js';

/** Where the CRM identifiers of one kind of record are kept: a table, and its column with the record's id. */
export interface CrmIdentifierTable {
  readonly table: string;
  readonly owner: string;
}

export interface ResourceDefinition {
  /** As in its topics, such as `projectoffering`. */
  readonly type: string;
  /** In words, as the members and paths that hold its ids name it, such as `project offering`. */
  readonly noun: string;
  readonly table: string;
  /** Refuses an unknown id in a path; absent where no path has its id. */
  readonly notFound?: DeclaredRefusal;
  /** What it lies below in paths. */
  readonly parent?: { readonly resource: ResourceDefinition; readonly column: string };
  readonly crmIdentifiers?: CrmIdentifierTable;
  /** It has the columns `name_key` and `is_archived`; with a parent names count below that only. */
  readonly hasNames?: boolean;
  /** It has the columns `email_key` and `is_archived`. */
  readonly hasEmails?: boolean;
  /** The member that a PATCH by a name or an address creates it with. */
  readonly createdBy?: string;
}

/** Give it to `defineContext` as one of its resources. */
export const defineResource = <const Resource extends ResourceDefinition>(resource: Resource): Resource =>
  resource;
