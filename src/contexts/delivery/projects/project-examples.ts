import type { BodyExamples } from '../../../platform/http/index.js';
import { exampleId } from '../../../platform/values/index.js';
import type { CreateProjectRequest, UpdateProjectRequest } from './project.dto.js';

const days = { start_date: '2027-01-04', end_date: '2027-06-30' };

/** The first needs no other record, so it works in every organization. */
export const newProjects = {
  internal: {
    summary: 'An internal project',
    value: { name: 'Website relaunch', project_model: 'internal', ...days } satisfies CreateProjectRequest,
  },
  client: {
    summary: 'A project for a client, as a CRM hands it over',
    value: {
      name: 'Website relaunch',
      client_id: exampleId('client'),
      status: 'pre_sale',
      ...days,
      target_margin: 0.35,
      currency_code: 'USD',
      target_budget: { currency_code: 'USD', amount: 120000 },
      crm_identifiers: [
        { system: 'hubspot', identifier: '901-22517', url: 'https://crm.example.com/records/901-22517' },
      ],
      metadata: { deal_owner: 'ada@example.com', priority: 2 },
    } satisfies CreateProjectRequest,
  },
} as const satisfies BodyExamples;

export const projectChanges = {
  planning: {
    summary: 'Name, days and margin',
    value: { name: 'Website relaunch 2027', ...days, target_margin: 0.4 } satisfies UpdateProjectRequest,
  },
  metadata: {
    summary: 'The data of the integration',
    value: { metadata: { deal_owner: 'grace@example.com' } } satisfies UpdateProjectRequest,
  },
} as const satisfies BodyExamples;
