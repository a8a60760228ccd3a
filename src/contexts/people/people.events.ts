import { created, modified, restrictedTo } from '../../platform/events/index.js';

export const departmentCreated = created('department', 'department');
export const departmentModified = modified('department', 'department');
export const roleCreated = created('role', 'role');
export const roleModified = restrictedTo('rates:read', ['default_cost_rate'], modified('role', 'role'));
export const personCreated = created('person', 'person');
export const personModified = restrictedTo(
  'rates:read',
  ['cost_rate', 'cost_rate_effective_date'],
  modified(
    'person',
    'person',
    {},
    '`cost_rate` stands for the rates of all days; `cost_rate_effective_date` is there when a day was added or removed, or another one is shown.',
  ),
);
export const requisitionCreated = created('requisition', 'requisition');
export const requisitionModified = modified('requisition', 'requisition');
