import { createHash, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';

// What the API is measured against: node:http and pg, prepared statements by hand, no framework, no rule, no log and no
// event. It answers the same members with the same values, as far as the data set needs: every offering is billed by
// hours, and nothing was sold, tagged or imported.

// Half the work of a list would be Date objects; this makes the instants of PostgreSQL what goes out.
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => {
  const fraction = text.length > 22 ? text.slice(20, text.indexOf('+', 20)) : '';
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.padEnd(3, '0')}Z`;
});
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: Number(process.env.DATABASE_POOL_SIZE ?? 20),
  options: '-c timezone=UTC',
});

const statements = new Map();

/** A statement that each connection prepares once. */
function prepared(text) {
  const name = `s${statements.size}`;
  statements.set(name, text);
  return async (...values) => (await pool.query({ name, text, values })).rows;
}

const findCaller = prepared(`
  SELECT t.organization_id, t.scopes, u.type, u.is_administrator, u.scopes AS granted, o.calculation_threshold,
    (now() AT TIME ZONE o.time_zone)::date AS today
  FROM access_tokens t JOIN organizations o ON o.id = t.organization_id
    JOIN users u ON u.organization_id = t.organization_id AND u.id = t.user_id
  WHERE t.token_hash = $1 AND t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > now())
    AND NOT u.is_archived`);

const tags = (table, owner, alias) => `
  ARRAY(SELECT t.name FROM ${table} l JOIN tags t ON t.organization_id = l.organization_id AND t.id = l.tag_id
    WHERE l.organization_id = ${alias}.organization_id AND l.${owner} = ${alias}.id ORDER BY t.name_key, t.id) AS tags`;

const crmIdentifiers = (alias = '') => `coalesce(${alias}crm_identifiers, '[]') AS crm_identifiers`;

const projectColumns = `p.id, p.name, p.project_model, p.client_id, p.status, p.stage_id, p.start_date, p.end_date,
  p.target_margin::float8,
  CASE WHEN p.target_budget_amount IS NOT NULL THEN json_build_object(
    'currency_code', p.target_budget_currency_code, 'amount', p.target_budget_amount) END AS target_budget,
  p.currency_code, ${tags('project_tags', 'project_id', 'p')}, p.is_included,
  ${crmIdentifiers('p.')}, p.metadata, p.merged_into_id, p.is_archived, p.created_at AS created_date, p.modified_at AS modified_date`;

const findProject = prepared(
  `SELECT ${projectColumns} FROM projects p WHERE p.organization_id = $1 AND p.id = $2`,
);

const findOfferings = prepared(`
  SELECT o.id, o.project_id, o.name, o.billing_model,
    json_build_object('rate_card_id', o.rate_card_id) AS billing_model_options,
    ${crmIdentifiers('o.')}, o.created_at AS created_date, o.modified_at AS modified_date
  FROM project_offerings o WHERE o.organization_id = $1 AND o.project_id = $2 ORDER BY o.id`);

const cutProjects = prepared(`
  SELECT ${projectColumns} FROM projects p
  WHERE p.organization_id = $1 AND p.client_id = $2 ORDER BY p.id LIMIT $3 OFFSET $4`);
const countProjects = prepared(
  'SELECT count(*) AS total FROM projects WHERE organization_id = $1 AND client_id = $2',
);

const cutPeople = prepared(`
  SELECT p.id, p.given_name, p.family_name, p.email_address, p.role_id, r.department_id,
    ARRAY(SELECT a.role_id FROM person_additional_roles a
      WHERE a.organization_id = p.organization_id AND a.person_id = p.id ORDER BY a.role_id) AS additional_role_ids,
    p.capacity::float8, p.billable_utilization_target::float8,
    CASE WHEN c.amount IS NOT NULL
      THEN json_build_object('currency_code', c.currency_code, 'amount', c.amount) END AS cost_rate,
    CASE WHEN c.amount IS NOT NULL THEN c.effective_date END AS cost_rate_effective_date,
    p.billing_type, p.billing_type = 'billable' AS is_billable, p.worker_type, p.start_date, p.termination_date,
    ${tags('people_tags', 'person_id', 'p')}, p.image_url, ${crmIdentifiers('p.')}, p.is_archived, p.archived_on,
    p.created_at AS created_date, p.modified_at AS modified_date
  FROM people p JOIN roles r ON r.organization_id = p.organization_id AND r.id = p.role_id
  LEFT JOIN LATERAL (
    SELECT * FROM person_cost_rates c
    WHERE c.organization_id = p.organization_id AND c.person_id = p.id AND c.effective_date <= $2
    ORDER BY c.effective_date DESC LIMIT 1) c ON true
  WHERE p.organization_id = $1 ORDER BY p.id LIMIT $3 OFFSET $4`);
const countPeople = prepared('SELECT count(*) AS total FROM people WHERE organization_id = $1');

const timeColumns = `id, project_id, project_offering_id, project_offering_role_id, person_id, recorded_date,
  hours::float8, billable, description, ${crmIdentifiers()}, created_at AS created_date, modified_at AS modified_date`;

const cutTime = prepared(`
  SELECT ${timeColumns} FROM actual_time
  WHERE organization_id = $1 AND recorded_date BETWEEN $2 AND $3 ORDER BY recorded_date, id LIMIT $4 OFFSET $5`);
const countTime = prepared(`
  SELECT count(*) AS total FROM actual_time WHERE organization_id = $1 AND recorded_date BETWEEN $2 AND $3`);

const insertTimeText = `
  INSERT INTO actual_time (organization_id, id, project_id, project_offering_id, project_offering_role_id, person_id,
    recorded_date, hours, billable, description)
  SELECT $1, gen_random_uuid(), o.project_id, o.id, r.id, $3, $4, $5, $6, $7
  FROM project_offerings o JOIN project_offering_roles r
    ON r.organization_id = o.organization_id AND r.project_offering_id = o.id AND r.person_id = $3
  WHERE o.organization_id = $1 AND o.id = $2
  RETURNING ${timeColumns}`;
const insertTime = prepared(insertTimeText);

const insertTimes = `
  INSERT INTO actual_time (organization_id, id, project_id, project_offering_id, project_offering_role_id, person_id,
    recorded_date, hours, billable, description)
  SELECT $1, s.id, o.project_id, o.id, r.id, s.person_id, s.recorded_date, s.hours, s.billable, s.description
  FROM unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::date[], $6::numeric[], $7::boolean[], $8::text[])
    AS s (id, project_offering_id, person_id, recorded_date, hours, billable, description)
  JOIN project_offerings o ON o.organization_id = $1 AND o.id = s.project_offering_id
  JOIN project_offering_roles r
    ON r.organization_id = $1 AND r.project_offering_id = o.id AND r.person_id = s.person_id
  RETURNING ${timeColumns}`;

const insertEvents = `
  INSERT INTO outbox_events (id, organization_id, topic, body, occurred_at, parents)
  SELECT e.id, $1, 'actualtime.created', e.body, now(), e.parents::jsonb
  FROM unnest($2::uuid[], $3::text[], $4::text[]) AS e (id, body, parents)`;

const upsertPlan = prepared(`
  INSERT INTO planned_time (organization_id, project_offering_role_id, plan_date, hours)
  SELECT $1, $2, * FROM unnest($3::date[], $4::numeric[])
  ON CONFLICT (organization_id, project_offering_role_id, plan_date) DO UPDATE SET hours = EXCLUDED.hours`);

// Hours and cost of each role of some offerings; every hour costs what its person costs that day.
const figuresOf = (offerings) =>
  prepared(`
  WITH planned_role AS MATERIALIZED (
    SELECT r.id, r.role_id, r.person_id, p.currency_code, bill.bill_rate_amount AS bill_rate,
      coalesce(role.default_cost_rate_amount, 0) AS default_rate
    FROM project_offerings o
    JOIN projects p ON p.organization_id = o.organization_id AND p.id = o.project_id
    JOIN project_offering_roles r ON r.organization_id = o.organization_id AND r.project_offering_id = o.id
    JOIN roles role ON role.organization_id = r.organization_id AND role.id = r.role_id
    LEFT JOIN rate_card_rates bill ON bill.organization_id = o.organization_id
      AND bill.rate_card_id = o.rate_card_id AND bill.role_id = r.role_id
    WHERE o.organization_id = $1 AND ${offerings}),
  rate AS MATERIALIZED (
    SELECT person_id, amount, effective_date AS from_date,
      lead(effective_date, 1, 'infinity') OVER (PARTITION BY person_id ORDER BY effective_date) AS until_date
    FROM person_cost_rates
    WHERE organization_id = $1 AND person_id = ANY (ARRAY(SELECT person_id FROM planned_role)))
  SELECT r.id, r.role_id, r.currency_code, coalesce(r.bill_rate, 0)::float8 AS bill_rate,
    coalesce(p.hours, 0)::float8 AS planned, coalesce(p.cost, 0)::float8 AS planned_cost,
    coalesce(p.left_hours, 0)::float8 AS remaining, coalesce(p.left_cost, 0)::float8 AS remaining_cost,
    coalesce(a.hours, 0)::float8 AS actual, coalesce(a.cost, 0)::float8 AS actual_cost,
    coalesce(a.billable_hours, 0)::float8 AS billable
  FROM planned_role r
  CROSS JOIN LATERAL (
    SELECT sum(t.hours) AS hours, sum(t.hours * coalesce(c.amount, r.default_rate)) AS cost,
      sum(t.hours) FILTER (WHERE t.plan_date > $3) AS left_hours,
      sum(t.hours * coalesce(c.amount, r.default_rate)) FILTER (WHERE t.plan_date > $3) AS left_cost
    FROM planned_time t
    LEFT JOIN rate c ON c.person_id = r.person_id AND t.plan_date >= c.from_date AND t.plan_date < c.until_date
    WHERE t.organization_id = $1 AND t.project_offering_role_id = r.id) p
  CROSS JOIN LATERAL (
    SELECT sum(t.hours) AS hours, sum(t.hours) FILTER (WHERE t.billable) AS billable_hours,
      sum(t.hours * coalesce(c.amount, r.default_rate)) AS cost
    FROM actual_time t
    LEFT JOIN rate c ON c.person_id = t.person_id AND t.recorded_date >= c.from_date AND t.recorded_date < c.until_date
    WHERE t.organization_id = $1 AND t.project_offering_role_id = r.id AND t.recorded_date <= $3) a
  ORDER BY r.id`);

const figuresOfProject = figuresOf('o.project_id = $2');
const figuresOfOffering = figuresOf('o.id = $2');

const sum = (rows, value) => rows.reduce((total, row) => total + value(row), 0);
const ratio = (part, whole) => (whole === 0 ? null : Math.round((part / whole) * 1e4) / 1e4);

/** Planned, actual and remaining of some roles, in hours and money. */
const totals = (roles) => ({
  hours: {
    planned: sum(roles, (role) => role.planned),
    actual: sum(roles, (role) => role.actual),
    remaining: sum(roles, (role) => role.remaining),
  },
  cost: {
    planned: sum(roles, (role) => role.planned_cost),
    actual: sum(roles, (role) => role.actual_cost),
    remaining: sum(roles, (role) => role.remaining_cost),
  },
  revenue: {
    planned: sum(roles, (role) => role.planned * role.bill_rate),
    actual: sum(roles, (role) => role.billable * role.bill_rate),
    remaining: sum(roles, (role) => role.remaining * role.bill_rate),
  },
});

async function getProject({ organization_id, today }, [id]) {
  const [[project], offerings, roles] = await Promise.all([
    findProject(organization_id, id),
    findOfferings(organization_id, id),
    figuresOfProject(organization_id, id, today),
  ]);
  const { hours, cost, revenue } = totals(roles);
  const money = (amount) => ({ currency_code: project.currency_code, amount });
  const [costAtEnd, revenueAtEnd] = [cost.actual + cost.remaining, revenue.actual + revenue.remaining];
  const kpis = {
    sold_hours: 0,
    planned_hours: hours.planned,
    actual_hours: hours.actual,
    remaining_planned_hours: hours.remaining,
    estimated_at_completion_hours: hours.actual + hours.remaining,
    planned_cost: money(cost.planned),
    actual_cost: money(cost.actual),
    estimated_at_completion_cost: money(costAtEnd),
    revenue: money(revenueAtEnd),
    margin_amount: money(revenueAtEnd - costAtEnd),
    margin: ratio(revenueAtEnd - costAtEnd, revenueAtEnd),
  };
  return { ...project, offerings, kpis };
}

const laborMetrics = ({ planned, actual, remaining }) => ({
  sold: 0,
  planned,
  actual,
  estimated_to_completion: remaining,
  estimated_at_completion: actual + remaining,
});

const moneyMetrics = (kind, { planned, actual, remaining }, money) => ({
  [`sold_${kind}`]: money(0),
  [`planned_${kind}`]: money(planned),
  [`actual_${kind}`]: money(actual),
  [`estimated_to_completion_${kind}`]: money(remaining),
  [`estimated_at_completion_${kind}`]: money(actual + remaining),
});

async function getMetrics({ organization_id, today, calculation_threshold }, [, id]) {
  const roles = await figuresOfOffering(organization_id, id, today);
  const money = (amount) => ({ currency_code: roles[0].currency_code, amount });
  const { hours, cost, revenue } = totals(roles);
  const margin = (figure) => {
    const amount = revenue[figure] - cost[figure];
    return { amount: money(amount), ratio: ratio(amount, revenue[figure]) };
  };
  const atEnd = revenue.actual + revenue.remaining - cost.actual - cost.remaining;
  return {
    id,
    calculated_date: new Date().toISOString(),
    calculation_threshold,
    as_of_date: today,
    labor_metrics: laborMetrics(hours),
    cost_metrics: moneyMetrics('costs', cost, money),
    revenue_metrics: moneyMetrics('revenue', revenue, money),
    margin_metrics: {
      sold_margin: { amount: money(0), ratio: null },
      planned_margin: margin('planned'),
      actual_margin: margin('actual'),
      estimated_to_completion_margin: margin('remaining'),
      estimated_at_completion_margin: {
        amount: money(atEnd),
        ratio: ratio(atEnd, revenue.actual + revenue.remaining),
      },
    },
    roles: roles.map((role) => ({
      project_offering_role_id: role.id,
      role_id: role.role_id,
      labor_metrics: laborMetrics(totals([role]).hours),
      cost_metrics: moneyMetrics('costs', totals([role]).cost, money),
    })),
  };
}

async function list(cut, count, query) {
  const page = Number(query.get('page') ?? 1);
  const pageSize = Number(query.get('pageSize') ?? 500);
  const [results, [{ total }]] = await Promise.all([cut(pageSize, (page - 1) * pageSize), count()]);
  const total_pages = Math.ceil(total / pageSize);
  return { count: results.length, total, page, total_pages, page_size: pageSize, results };
}

const listPeople = ({ organization_id, today }, _path, query) =>
  list(
    (...cut) => cutPeople(organization_id, today, ...cut),
    () => countPeople(organization_id),
    query,
  );

const listProjects = ({ organization_id }, _path, query) =>
  list(
    (...cut) => cutProjects(organization_id, query.get('client_id'), ...cut),
    () => countProjects(organization_id, query.get('client_id')),
    query,
  );

const weekBefore = (day) => new Date(Date.parse(day) - 7 * 86_400_000).toISOString().slice(0, 10);

function listTime({ organization_id, today }, _path, query) {
  const days = [query.get('start_date') ?? weekBefore(today), query.get('end_date') ?? today];
  return list(
    (...cut) => cutTime(organization_id, ...days, ...cut),
    () => countTime(organization_id, ...days),
    query,
  );
}

async function createTime({ organization_id }, _path, _query, time) {
  const { project_offering_id, person_id, recorded_date, hours, billable, description } = time;
  const values = [project_offering_id, person_id, recorded_date, hours, billable, description];
  return (await insertTime(organization_id, ...values))[0];
}

async function createTimes({ organization_id }, _path, _query, { entries }) {
  const ids = entries.map(() => randomUUID());
  const of = (member) => entries.map((entry) => entry[member]);
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const members = ['project_offering_id', 'person_id', 'recorded_date', 'hours', 'billable', 'description'];
    const inserting = {
      name: 'times',
      text: insertTimes,
      values: [organization_id, ids, ...members.map(of)],
    };
    const { rows } = await client.query(inserting);
    const events = rows.map((row) => {
      const id = randomUUID();
      const payload = {
        Id: row.id,
        ProjectId: row.project_id,
        ProjectOfferingId: row.project_offering_id,
        PersonId: row.person_id,
      };
      const { project_id, project_offering_id, person_id } = row;
      return {
        id,
        body: JSON.stringify({
          Payload: payload,
          Topic: 'actualtime.created',
          CorrelationId: id,
          Actor: null,
        }),
        parents: JSON.stringify({ project_id, project_offering_id, person_id }),
      };
    });
    const told = ['id', 'body', 'parents'].map((member) => events.map((event) => event[member]));
    await client.query({ name: 'events', text: insertEvents, values: [organization_id, ...told] });
    await client.query('COMMIT');
    const byId = new Map(rows.map((row) => [row.id, row]));
    return { results: ids.map((id) => ({ status: 201, body: byId.get(id) })) };
  } finally {
    client.release();
  }
}

async function applyPlan({ organization_id }, [, , roleId], _query, days) {
  const dates = days.map(({ plan_date }) => plan_date);
  await upsertPlan(
    organization_id,
    roleId,
    dates,
    days.map(({ hours }) => hours),
  );
  return days;
}

const pageOfChanges = prepared(`
  SELECT id, position, topic, occurred_at AS occurred_on, resource_id, parents, modified_properties, actor_user_id,
    actor_access_token_id, actor_session_id
  FROM changes WHERE organization_id = $1 AND position > $2 ORDER BY position LIMIT $3`);

const recordsOf = {
  actualtime: prepared(
    `SELECT ${timeColumns} FROM actual_time WHERE organization_id = $1 AND id = ANY ($2::uuid[])`,
  ),
  project: prepared(
    `SELECT ${projectColumns} FROM projects p WHERE p.organization_id = $1 AND p.id = ANY ($2::uuid[])`,
  ),
};

const typeOf = (topic) => topic.slice(0, topic.indexOf('.'));

async function expanded(organizationId, rows) {
  const kinds = [...new Set(rows.map(({ topic }) => typeOf(topic)))];
  const records = new Map();
  await Promise.all(
    kinds.map(async (kind) => {
      const ids = rows.filter(({ topic }) => typeOf(topic) === kind).map(({ resource_id }) => resource_id);
      for (const record of await recordsOf[kind](organizationId, ids)) records.set(record.id, record);
    }),
  );
  return (id) => ({ record: records.get(id) ?? null });
}

async function listChanges({ organization_id }, _path, query) {
  const size = Number(query.get('pageSize'));
  const found = await pageOfChanges(organization_id, query.get('cursor'), size + 1);
  const rows = found.slice(0, size);
  const more = query.has('expand') ? await expanded(organization_id, rows) : () => undefined;
  return {
    count: rows.length,
    page_size: size,
    has_more: found.length > size,
    next_cursor: String(rows.at(-1).position),
    results: rows.map((row) => ({
      id: row.id,
      cursor: String(row.position),
      topic: row.topic,
      occurred_on: row.occurred_on,
      resource: { type: typeOf(row.topic), id: row.resource_id, parents: row.parents },
      modified_properties: row.modified_properties,
      actor: {
        user_id: row.actor_user_id,
        access_token_id: row.actor_access_token_id,
        session_id: row.actor_session_id,
      },
      ...more(row.resource_id),
    })),
  };
}

async function inOneTransaction({ organization_id }, _path, _query, { operations }) {
  const client = await pool.connect();
  try {
    const results = [];
    await client.query('BEGIN');
    for (const { body } of operations) {
      const members = [
        'project_offering_id',
        'person_id',
        'recorded_date',
        'hours',
        'billable',
        'description',
      ];
      const values = [organization_id, ...members.map((member) => body[member])];
      const { rows } = await client.query({ name: 'time', text: insertTimeText, values });
      results.push({ ref: null, status: 201, body: rows[0] });
    }
    await client.query('COMMIT');
    return { results };
  } finally {
    client.release();
  }
}

/** As tab-separated text, in the order of the list. */
async function exportTime({ organization_id }, query, response) {
  const client = await pool.connect();
  const [first, last] = ['start_date', 'end_date'].map((name) => client.escapeLiteral(query.get(name)));
  const rows = client.query(
    copyTo(`COPY (
      SELECT ${timeColumns} FROM actual_time
      WHERE organization_id = '${organization_id}' AND recorded_date BETWEEN ${first} AND ${last}
      ORDER BY recorded_date, id) TO STDOUT`),
  );
  try {
    response.writeHead(200, { 'Content-Type': 'text/tab-separated-values' });
    await pipeline(rows, response);
  } finally {
    client.release();
  }
}

const routes = [
  [/^GET \/v1\/changes$/, listChanges],
  [/^POST \/v1\/batch$/, inOneTransaction],
  [/^GET \/v1\/projects\/([^/]+)$/, getProject],
  [/^GET \/v1\/people$/, listPeople],
  [/^GET \/v1\/projects$/, listProjects],
  [/^GET \/v1\/actual-time$/, listTime],
  [/^POST \/v1\/actual-time$/, createTime],
  [/^POST \/v1\/actual-time\/bulk$/, createTimes],
  [/^\w+ \/v1\/projects\/([^/]+)\/offerings\/([^/]+)\/roles\/([^/]+)\/planned-time$/, applyPlan],
  [/^GET \/v1\/projects\/([^/]+)\/offerings\/([^/]+)\/metrics$/, getMetrics],
];

async function bodyOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}

async function answer(request, response) {
  const hash = createHash('sha256').update(request.headers['x-api-key']).digest('hex');
  const body = request.method === 'GET' ? undefined : await bodyOf(request);
  const [caller] = await findCaller(hash);
  const [path, query] = request.url.split('?');
  const parameters = new URLSearchParams(query);
  if (request.headers.accept === 'application/x-ndjson') {
    await exportTime(caller, parameters, response);
    return;
  }
  const target = `${request.method} ${path}`;
  const [pattern, handle] = routes.find(([route]) => route.test(target));
  const result = await handle(caller, pattern.exec(target).slice(1), parameters, body);
  const text = JSON.stringify(result);
  response.writeHead(request.method === 'GET' ? 200 : 201, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
  });
  response.end(text);
}

createServer((request, response) => {
  answer(request, response).catch((error) => {
    console.error(error);
    response.writeHead(500).end();
  });
}).listen(Number(process.env.PORT), '127.0.0.1', () => console.log('The bare handlers listen'));
