import type { PersonContent, RateCardContent, World } from '../world/world.js';
import type { PushContext } from './push-context.js';

export async function pushPeople(world: World, context: PushContext): Promise<void> {
  const { ids } = context;
  await context.each('tags', world.tags, async (name) => {
    await context.create('tag', name, '/v1/tags', { name });
  });
  await context.each('departments', world.departments, async (name) => {
    await context.create('department', name, '/v1/departments', { name });
  });
  await context.each('roles', world.roles, async (role) => {
    await context.create('role', role.name, '/v1/roles', {
      name: role.name,
      department_id: ids.of('department', role.department),
      billable_utilization_target: role.billableTarget,
      default_cost_rate: context.money(role.costRate),
    });
  });
  await context.each('people', world.people, (person) => pushPerson(person, context));
  await context.each('requisitions', world.requisitions, async ({ name, role, status, startDate }) => {
    const role_id = ids.of('role', role);
    await context.create('requisition', name, '/v1/requisitions', {
      name,
      role_id,
      status,
      start_date: startDate,
    });
  });
  await context.each('rate cards', world.rateCards, (card) => pushRateCard(card, context));
}

async function pushPerson(person: PersonContent, context: PushContext): Promise<void> {
  const { ids } = context;
  const [first, ...raises] = person.costRates;
  const id = await context.create('person', person.email, '/v1/people', {
    given_name: person.givenName,
    family_name: person.familyName,
    email_address: person.email,
    role_id: ids.of('role', person.role),
    additional_role_ids: person.additionalRoles.map((role) => ids.of('role', role)),
    capacity: person.capacity,
    billing_type: person.billingType,
    worker_type: person.workerType,
    start_date: person.startDate,
    tags: person.tags,
    ...(first && { cost_rate: context.money(first.amount) }),
  });
  for (const { from, amount } of raises) {
    const raise = { cost_rate: context.money(amount), cost_rate_effective_date: from };
    await context.send('PATCH', `/v1/people/${id}`, raise);
  }
}

async function pushRateCard(
  { name, isDefault, rates }: RateCardContent,
  context: PushContext,
): Promise<void> {
  const card = { name, is_default: isDefault };
  const id = await context.create('rate card', name, '/v1/rate-cards', card);
  for (const { role, amount } of rates) {
    const rate = { role_id: context.ids.of('role', role), bill_rate: context.money(amount) };
    await context.send('POST', `/v1/rate-cards/${id}/rates`, rate);
  }
}

/** Last: people who have left can get neither work nor time. */
export async function pushTerminations(world: World, context: PushContext): Promise<void> {
  const leaving = world.people.filter(({ terminationDate }) => terminationDate !== null);
  await context.each('terminations', leaving, async ({ email, terminationDate }) => {
    const path = `/v1/people/${context.ids.of('person', email)}`;
    await context.send('PATCH', path, { termination_date: terminationDate });
  });
}
