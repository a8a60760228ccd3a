import { created, dateMember, deleted, idMember, modified, topic } from '../../platform/events/index.js';

const projectId = idMember('The project.');
const projectOfferingId = idMember('The offering of the project.');
const inOffering = { projectId, projectOfferingId };

export const projectCreated = created('project', 'project');
export const projectModified = modified('project', 'project');
export const projectsMerged = topic('project.merged', {
  meaning: 'A project was merged into another one, which has everything of it from now on.',
  subject: 'The project that was merged away.',
  payload: { targetProjectId: idMember('The project that it was merged into.') },
});

export const projectOfferingCreated = created('projectoffering', 'project offering', { projectId });
export const projectOfferingModified = modified('projectoffering', 'project offering', { projectId });

export const projectOfferingRoleCreated = created('projectofferingrole', 'project offering role', inOffering);
export const projectOfferingRoleModified = modified(
  'projectofferingrole',
  'project offering role',
  inOffering,
);
export const projectOfferingRoleDeleted = deleted('projectofferingrole', 'project offering role', inOffering);

export const plannedTimeModified = topic('projectofferingroleplannedtime.modified', {
  meaning: 'The planned hours of a project offering role were changed.',
  subject: 'The project offering role.',
  payload: {
    ...inOffering,
    startDate: dateMember('The first day whose hours were changed.'),
    endDate: dateMember('The last day whose hours were changed.'),
  },
});
