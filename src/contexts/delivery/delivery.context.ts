import { defineContext } from '../../platform/contexts/index.js';
import { deliveryBatches } from './delivery-batches.js';
import { projectOfferingRoleRecords } from './offering-roles/project-offering-role.repository.js';
import { projectOfferingRecords } from './offerings/project-offering.repository.js';
import { plannedTimeRecords } from './planned-time/planned-time.repository.js';
import { projectRecords } from './projects/project.repository.js';
import * as resources from './delivery.resources.js';
import * as topics from './delivery.events.js';
import { DeliveryModule } from './delivery.module.js';

export const delivery = defineContext({
  name: 'delivery',
  module: DeliveryModule,
  scopes: ['delivery'],
  resources: Object.values(resources),
  records: {
    project: projectRecords,
    projectoffering: projectOfferingRecords,
    projectofferingrole: projectOfferingRoleRecords,
    projectofferingroleplannedtime: plannedTimeRecords,
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
