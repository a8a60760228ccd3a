import { crmIdentifiersOf, recordForm } from 'planning-delivery-api/platform';

export const skillRecords = recordForm({
  table: 'skills s',
  columns: `s.id, s.name, ${crmIdentifiersOf('s')}`,
});
