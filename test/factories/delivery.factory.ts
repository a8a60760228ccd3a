import type { BillingModel } from '../../src/contexts/delivery/billing/billing-model.js';

type Body = Record<string, unknown>;

let made = 0;

/** A project for a client. */
export const aProject = (clientId: string, members: Body = {}): Body & { name: string } => ({
  name: `Project ${++made}`,
  client_id: clientId,
  ...members,
});

export const anInternalProject = (members: Body = {}): Body & { name: string } => ({
  name: `Internal project ${++made}`,
  project_model: 'internal',
  ...members,
});

/** An offering of a client project, of an internal one with `billing_model: 'investment'`. */
export const anOffering = (members: Body = {}): Body & { name: string; billing_model: BillingModel } => ({
  name: `Offering ${++made}`,
  billing_model: 'time_and_materials',
  ...members,
});

export const anOfferingRole = (roleId: string, members: Body = {}): Body & { role_id: string } => ({
  role_id: roleId,
  ...members,
});

/** Hours for days one after the other, from the first. */
export const plannedDays = (
  first: string,
  ...hours: readonly number[]
): { plan_date: string; hours: number }[] =>
  hours.map((planned, index) => ({
    plan_date: new Date(Date.parse(`${first}T00:00:00Z`) + index * 86_400_000).toISOString().slice(0, 10),
    hours: planned,
  }));
