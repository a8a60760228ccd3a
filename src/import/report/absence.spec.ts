import { describe, expect, it } from '@jest/globals';
import { writeAbsent } from './absence.js';

describe('what is not in the files', () => {
  const records = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ id: `${index}`, name: `N${index}` }));

  it('is told by kind with the first names and a count, what came from the CRM first', () => {
    const lines = writeAbsent([
      { resource: 'people', recognised_by: 'email_address', records: records(1) },
      { resource: 'clients', recognised_by: 'crm_identifier', records: records(22) },
    ]);
    const names = Array.from({ length: 20 }, (_, index) => `N${index}`).join(', ');
    expect(lines).toEqual([
      '',
      'No longer in the files (nothing was changed):',
      `  clients (22): ${names}, and 2 more: --json shows all`,
      '',
      'Not in the files, and with no CRM identifier that says whether they ever were (nothing was changed):',
      '  people (1): N0',
    ]);
  });

  it('is not mentioned when there is nothing', () => {
    expect(writeAbsent([])).toEqual([]);
  });
});
