import { Column } from 'typeorm';
import type { CrmIdentifier } from './crm-identifier.js';

/** The list of a record, kept with it; a trigger keeps the table that leads from an identifier to its record. */
export const CrmIdentifiersColumn = (): PropertyDecorator =>
  Column('json', {
    name: 'crm_identifiers',
    nullable: true,
    transformer: {
      to: (list: readonly CrmIdentifier[] | null | undefined) => (list?.length === 0 ? null : list),
      from: (list: readonly CrmIdentifier[] | null) => list ?? [],
    },
  });

/** The select column `crm_identifiers` of the table with this alias. */
export const crmIdentifiersOf = (alias: string): string =>
  `coalesce(${alias}.crm_identifiers, '[]') AS crm_identifiers`;
