export { delivery } from './delivery.context.js';
export * from './delivery.events.js';
export { ProjectOfferingRoleDirectory } from './offering-roles/project-offering-role-directory.js';
export { ProjectOfferingDirectory, type UsableOffering } from './offerings/project-offering-directory.js';
export { ProjectDirectory } from './projects/project-directory.js';
export { RecordedTime, type RecordedHours } from './ports/recorded-time.port.js';
export { projectOfferingNotUsable } from './offerings/project-offering.rules.js';
export { projectMerged, projectNotUsable } from './projects/project.rules.js';
export { DeliveryModule } from './delivery.module.js';
