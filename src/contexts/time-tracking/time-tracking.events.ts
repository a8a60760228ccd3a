import { created, deleted, idMember, modified } from '../../platform/events/index.js';

const parents = {
  projectId: idMember('The project.'),
  projectOfferingId: idMember('The offering of the project.'),
  personId: idMember('The person who worked.'),
};

export const actualTimeCreated = created('actualtime', 'record of actual time', parents);
export const actualTimeModified = modified('actualtime', 'record of actual time', parents);
export const actualTimeDeleted = deleted('actualtime', 'record of actual time', parents);

export const timesheetEntryCreated = created('timesheetentry', 'timesheet entry', parents);
export const timesheetEntryModified = modified('timesheetentry', 'timesheet entry', parents);
export const timesheetEntryDeleted = deleted('timesheetentry', 'timesheet entry', parents);
