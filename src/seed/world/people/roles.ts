import type { RateCardContent, RoleContent } from '../world.js';

export const departments = [
  'Consulting',
  'Design',
  'Engineering',
  'Data',
  'Delivery Management',
  'Operations',
] as const;

export type Department = (typeof departments)[number];

const role = (
  name: string,
  department: Department,
  costRate: number,
  billRate: number,
  billableTarget = 0.8,
): RoleContent => ({ name, department, costRate, billRate, billableTarget, isBillable: billRate > 0 });

export const roles: readonly RoleContent[] = [
  role('Consultant', 'Consulting', 68, 145),
  role('Senior Consultant', 'Consulting', 92, 190, 0.75),
  role('Product Designer', 'Design', 62, 135),
  role('UX Researcher', 'Design', 58, 125, 0.75),
  role('Software Engineer', 'Engineering', 66, 140, 0.85),
  role('Senior Software Engineer', 'Engineering', 84, 170, 0.85),
  role('QA Engineer', 'Engineering', 54, 110, 0.85),
  role('Data Engineer', 'Data', 72, 155),
  role('Data Analyst', 'Data', 60, 130),
  role('Project Manager', 'Delivery Management', 74, 150, 0.7),
  role('Finance Manager', 'Operations', 64, 0, 0),
  role('People Partner', 'Operations', 56, 0, 0),
];

export function roleNamed(name: string): RoleContent {
  const found = roles.find((known) => known.name === name);
  if (!found) throw new Error(`There is no role ${name}.`);
  return found;
}

// In this order people are hired, so that a small organization has everybody it needs too.
export const hiringOrder = [
  'Senior Software Engineer',
  'Project Manager',
  'Product Designer',
  'Senior Consultant',
  'Software Engineer',
  'Data Engineer',
  'Software Engineer',
  'QA Engineer',
  'Consultant',
  'Finance Manager',
  'Software Engineer',
  'Data Analyst',
  'Senior Software Engineer',
  'UX Researcher',
  'Consultant',
  'Software Engineer',
  'Project Manager',
  'Product Designer',
  'Data Engineer',
  'People Partner',
] as const;

const billed = roles.filter(({ isBillable }) => isBillable);
const card = (name: string, isDefault: boolean, percent: number): RateCardContent => ({
  name,
  isDefault,
  rates: billed.map(({ name: roleName, billRate }) => ({
    role: roleName,
    amount: Math.round((billRate * percent) / 100),
  })),
});

export const rateCards: readonly RateCardContent[] = [
  card('Standard', true, 100),
  card('Key accounts', false, 92),
  card('Public sector', false, 85),
];

/** What each tag is for says where it is used. */
export const tagsFor = {
  people: ['Remote', 'Team lead', 'German speaking', 'AWS certified', 'Works on site'],
  projects: ['Key account', 'Strategic', 'Fixed deadline', 'Public sector', 'At risk', 'New client'],
  offeringRoles: ['Critical skill', 'Backfill', 'On site'],
} as const;

export const tags: readonly string[] = Object.values(tagsFor).flat();
