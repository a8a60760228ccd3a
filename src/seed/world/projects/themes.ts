import type { Department } from '../people/roles.js';
import type { BillingModel } from '../world.js';

/** A part of a project as it is sold, and when in the project's time it takes place (in percent). */
export interface OfferingTheme {
  readonly name: string;
  readonly billingModel: BillingModel;
  readonly departments: readonly Department[];
  readonly from: number;
  readonly to: number;
}

export interface ProjectTheme {
  readonly name: string;
  readonly offerings: readonly OfferingTheme[];
}

const part = (
  name: string,
  billingModel: BillingModel,
  departments: readonly Department[],
  from = 0,
  to = 100,
): OfferingTheme => ({ name, billingModel, departments, from, to });

const makers: Department[] = ['Engineering', 'Delivery Management'];

/** The first few have every billing model of client projects between them. */
export const clientThemes: readonly ProjectTheme[] = [
  {
    name: 'Website relaunch',
    offerings: [
      part('Discovery', 'fixed_bid', ['Consulting', 'Design'], 0, 35),
      part('Design and build', 'time_and_materials', ['Design', ...makers], 20, 100),
    ],
  },
  {
    name: 'Data platform',
    offerings: [
      part('Platform build', 'time_and_materials', ['Data', ...makers]),
      part('Reporting', 'fixed_bid', ['Data', 'Consulting'], 30, 100),
    ],
  },
  {
    name: 'Managed support',
    offerings: [
      part('Support', 'fixed_retainer', ['Engineering', 'Data', 'Delivery Management']),
      part('Onboarding', 'non_billable', ['Consulting', 'Delivery Management'], 0, 50),
    ],
  },
  {
    name: 'Mobile app',
    offerings: [
      part('App development', 'fixed_bid', ['Design', ...makers]),
      part('Warranty', 'non_billable', ['Engineering'], 60, 100),
    ],
  },
  {
    name: 'Advisory',
    offerings: [part('Monthly advisory', 'fixed_retainer', ['Consulting', 'Data', 'Delivery Management'])],
  },
  {
    name: 'CRM integration',
    offerings: [
      part('Analysis', 'time_and_materials', ['Consulting'], 0, 50),
      part('Implementation', 'time_and_materials', makers, 15, 100),
    ],
  },
  { name: 'Service design', offerings: [part('Research and design', 'fixed_bid', ['Design', 'Consulting'])] },
  {
    name: 'Process automation',
    offerings: [
      part('Automation', 'time_and_materials', ['Engineering', 'Data', 'Consulting']),
      part('Operation', 'fixed_retainer', ['Engineering'], 50, 100),
    ],
  },
];

export const internalThemes: readonly ProjectTheme[] = [
  {
    name: 'Company operations',
    offerings: [
      part('Administration', 'admin', ['Operations', 'Delivery Management']),
      part('Recruiting', 'admin', ['Operations', 'Consulting']),
      part('Own tools', 'investment', ['Engineering', 'Data']),
    ],
  },
  { name: 'Design system', offerings: [part('Component library', 'investment', ['Design', 'Engineering'])] },
  { name: 'Sales support', offerings: [part('Proposals', 'investment', ['Consulting', 'Design'])] },
  { name: 'Security certification', offerings: [part('Audit', 'admin', ['Operations', 'Engineering'])] },
];
