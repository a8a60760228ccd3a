import { defineContext } from '../../platform/contexts/index.js';
import { deliveryBatches } from './delivery-batches.js';
import { projectOfferingRoleRecords } from './offering-roles/project-offering-role.repository.js';
import { ProjectOfferingRoleResponse } from './offering-roles/project-offering-role.dto.js';
import { projectOfferingRecords } from './offerings/project-offering.repository.js';
import { ProjectOfferingResponse } from './offerings/project-offering.dto.js';
import { plannedTimeRecords } from './planned-time/planned-time.repository.js';
import { PlannedTimeResponse } from './planned-time/planned-time.dto.js';
import { projectRecords } from './projects/project.repository.js';
import { ProjectResponse } from './projects/project.dto.js';
import * as resources from './delivery.resources.js';
import * as topics from './delivery.events.js';
import { DeliveryModule } from './delivery.module.js';

export const delivery = defineContext({
  name: 'delivery',
  module: DeliveryModule,
  scopes: ['delivery'],
  resources: Object.values(resources),
  records: {
    project: { ...projectRecords, response: ProjectResponse },
    projectoffering: { ...projectOfferingRecords, response: ProjectOfferingResponse },
    projectofferingrole: { ...projectOfferingRoleRecords, response: ProjectOfferingRoleResponse },
    projectofferingroleplannedtime: { ...plannedTimeRecords, response: PlannedTimeResponse },
  },
  topics,
  description: { batches: deliveryBatches },
  tags: {
    Projects: 'Engagements for a client, or internal ones.',
    Offerings:
      'Scopes or phases of the work of a project, each with its billing model, and what they cost and earn.',
    'Offering roles': 'The roles planned in an offering: who fills them, and the hours planned for each day.',
  },
});
