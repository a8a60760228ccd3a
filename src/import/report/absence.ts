import type { ResourceName } from '../api/resources.js';

/** Records of the API that the files do not mention. */
export interface AbsentRecords {
  readonly resource: ResourceName;
  /** A CRM identifier proves the origin; a record with the same name, or a planned day, may have been created by hand. */
  readonly recognised_by: 'crm_identifier' | 'name' | 'email_address' | 'plan_date';
  readonly records: readonly { readonly id: string; readonly name: string }[];
}

const namesShown = 20;

/** Records that came from the CRM first. */
export function writeAbsent(absent: readonly AbsentRecords[]): string[] {
  const isOfCrm = ({ recognised_by }: AbsentRecords) => recognised_by === 'crm_identifier';
  return [
    ...writeGroup('No longer in the files', absent.filter(isOfCrm)),
    ...writeGroup(
      'Not in the files, and with no CRM identifier that says whether they ever were',
      absent.filter((group) => !isOfCrm(group)),
    ),
  ];
}

function writeGroup(title: string, groups: readonly AbsentRecords[]): string[] {
  if (groups.length === 0) return [];
  return [
    '',
    `${title} (nothing was changed):`,
    ...groups.map(({ resource, records }) => {
      const names = records.slice(0, namesShown).map(({ name }) => name);
      const hidden = records.length - names.length;
      const more = hidden > 0 ? `, and ${hidden} more: --json shows all` : '';
      return `  ${resource} (${records.length}): ${names.join(', ')}${more}`;
    }),
  ];
}
