/** By the type of a change: the list, and members that follow another record and are therefore not kept. */
export const kinds = {
  organization: { path: 'organization', isSingle: true },
  tag: { path: 'tags' },
  department: { path: 'departments' },
  role: { path: 'roles' },
  person: {
    path: 'people',
    isTagged: true,
    derived: ['department_id', 'cost_rate', 'cost_rate_effective_date'],
  },
  requisition: { path: 'requisitions' },
  ratecard: { path: 'rate-cards' },
  ratecardrate: { path: 'rate-card-rates' },
  client: { path: 'clients' },
  pipeline: { path: 'pipelines', derived: ['stages'] },
  pipelinestage: { path: 'pipeline-stages' },
  project: { path: 'projects', isTagged: true, derived: ['kpis'] },
  projectoffering: { path: 'project-offerings' },
  projectofferingrole: { path: 'project-offering-roles', isTagged: true, derived: ['scheduled_hours'] },
  projectofferingroleplannedtime: { path: 'planned-time', derived: ['project_id', 'project_offering_id'] },
  actualtime: { path: 'actual-time' },
  timesheetentry: { path: 'timesheet-entries' },
};

export const tableOf = ({ path }) => path.replaceAll('-', '_');

/** Of planned time: the role and the day, in an order in which a range of days is a range of ids. */
export const idOf = (record) => record.id ?? `${record.project_offering_role_id}/${record.plan_date}`;

export const kept = ({ derived = [] }, record) =>
  Object.fromEntries(Object.entries(record).filter(([member]) => !derived.includes(member)));
