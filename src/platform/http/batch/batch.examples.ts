import type { BodyExamples } from '../routes/route-description.js';

export const batchExamples: BodyExamples = {
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
          body: { name: 'Build' },
        },
        { method: 'POST', path: '/v1/projects/@{deal.id}/offerings', body: { name: 'Training' } },
        { ref: 'role', method: 'POST', path: '/v1/roles', body: { name: 'Rollout consultant' } },
        {
          ref: 'consultant',
          method: 'POST',
          path: '/v1/projects/@{deal.id}/offerings/@{build.id}/roles',
          body: { role_id: '@{role.id}' },
        },
        {
          method: 'POST',
          path: '/v1/projects/@{deal.id}/offerings/@{build.id}/roles/@{consultant.id}/planned-time',
          body: [{ planned_date: '2027-01-11', hours: 8 }],
        },
      ],
    },
  },
  each: {
    summary: 'Each by itself',
    value: {
      mode: 'each',
      operations: [
        { method: 'POST', path: '/v1/tags', body: { name: 'Rollout' } },
        { method: 'POST', path: '/v1/tags', body: { name: 'Support' } },
      ],
    },
  },
};
