import { created, idMember, modified, topic } from '../../platform/events/index.js';

const parents = {
  projectId: idMember('The project.'),
  projectOfferingId: idMember('The offering of the project.'),
  personId: idMember('The person who worked.'),
};

export const actualTimeCreated = created('actualtime', 'record of actual time', parents);
export const actualTimeModified = modified('actualtime', 'record of actual time', parents);
export const actualTimeDeleted = topic('actualtime.deleted', {
  meaning: 'A record of actual time was deleted.',
  subject: 'The record of actual time.',
  payload: parents,
});
