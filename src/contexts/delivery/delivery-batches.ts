import type { BodyExamples } from '../../platform/http/index.js';
import { exampleId } from '../../platform/values/index.js';

export const deliveryBatches: BodyExamples = {
  wonDeal: {
    summary: 'A won deal becomes client, project, offerings, roles and plan',
    value: {
      mode: 'atomic',
      operations: [
        { ref: 'client', method: 'POST', path: '/v1/clients', body: { name: 'Umbrella' } },
        {
          ref: 'deal',
          method: 'POST',
          path: '/v1/projects',
          body: { name: 'Umbrella rollout', project_model: 'client', client_id: '@{client.id}' },
        },
        {
          ref: 'build',
          method: 'POST',
          path: '/v1/projects/@{deal.id}/offerings',
          body: { name: 'Build', billing_model: 'time_and_materials' },
        },
        {
          method: 'POST',
          path: '/v1/projects/@{deal.id}/offerings',
          body: { name: 'Training', billing_model: 'time_and_materials' },
        },
        {
          ref: 'consultant',
          method: 'POST',
          path: '/v1/projects/@{deal.id}/offerings/@{build.id}/roles',
          body: { role_id: exampleId('role') },
        },
        {
          method: 'POST',
          path: '/v1/projects/@{deal.id}/offerings/@{build.id}/roles/@{consultant.id}/planned-time',
          body: [{ plan_date: '2027-01-11', hours: 8 }],
        },
      ],
    },
  },
};
