import type { Department } from '../people/roles.js';

/** What people write into their timesheets. */
export const descriptions: Readonly<Record<Department, readonly string[]>> = {
  Consulting: [
    'Workshop with the client',
    'Requirements and scope',
    'Interviews and notes',
    'Concept and review',
  ],
  Design: ['Wireframes', 'User tests', 'Screens for the next iteration', 'Design review', 'Prototype'],
  Engineering: [
    'Implementation and tests',
    'Code review',
    'Bug fixing',
    'Deployment',
    'Interface to the ERP system',
    'Sprint planning and refinement',
  ],
  Data: ['Data model', 'Pipeline and quality checks', 'Dashboard', 'Analysis of the sources'],
  'Delivery Management': ['Coordination', 'Steering committee', 'Planning and report', 'Risks and budget'],
  Operations: ['Monthly closing', 'Invoices', 'Job interviews', 'Payroll', 'Internal meeting'],
};

export const notCharged = [
  'Rework, not charged',
  'Handover inside the team',
  'Introduction of a new colleague',
];
