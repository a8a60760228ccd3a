type Body = Record<string, unknown>;

let made = 0;

/** Bodies of requests; names and addresses differ each time, everything else is as an integrator would send it. */
export const aDepartment = (members: Body = {}): Body & { name: string } => ({
  name: `Department ${++made}`,
  ...members,
});

export const aRole = (
  departmentId: string,
  members: Body = {},
): Body & { name: string; department_id: string } => ({
  name: `Role ${++made}`,
  department_id: departmentId,
  ...members,
});

export const aPerson = (members: Body = {}): Body & { email_address: string } => ({
  email_address: `person-${++made}@example.com`,
  ...members,
});

export const aRequisition = (roleId: string, members: Body = {}): Body => ({
  name: `Requisition ${++made}`,
  role_id: roleId,
  ...members,
});

export const aRateCard = (members: Body = {}): Body & { name: string } => ({
  name: `Rate card ${++made}`,
  ...members,
});

export const aRate = (
  roleId: string,
  members: Body = {},
): Body & { role_id: string; bill_rate: ReturnType<typeof usd> } => ({
  role_id: roleId,
  bill_rate: usd(150),
  ...members,
});

export const usd = (amount: number): { currency_code: string; amount: number } => ({
  currency_code: 'USD',
  amount,
});
