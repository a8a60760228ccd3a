import createClient from 'openapi-fetch';
import type { paths } from './openapi-fetch/paths.js';

const { API: baseUrl = 'http://localhost:3000', TOKEN = '' } = process.env;
// Lists answer in CSV and NDJSON too: this client takes JSON.
const api = createClient<paths, 'application/json'>({ baseUrl, headers: { 'X-API-KEY': TOKEN } });

const latest = await api.GET('/v1/changes', { params: { query: { cursor: 'now' } } });
if (latest.error) throw new Error(JSON.stringify(latest.error));

const deal = await api.POST('/v1/batch', {
  params: { header: { 'Idempotency-Key': 'deal-77' } },
  body: {
    mode: 'atomic',
    operations: [
      { ref: 'client', method: 'PATCH', path: '/v1/clients/crm:hubspot:42', body: { name: 'Northwind' } },
      {
        method: 'PATCH',
        path: '/v1/projects/crm:hubspot:77',
        body: { name: 'New website', client_id: '@{client.id}' },
      },
      {
        method: 'PATCH',
        path: '/v1/projects/crm:hubspot:77/offerings/crm:hubspot:78',
        body: { name: 'Design', billing_model: 'time_and_materials' },
      },
    ],
  },
});
if (deal.error) throw new Error(JSON.stringify(deal.error));
console.log('batch', ...deal.data.results.map(({ status }) => status));

const project = await api.GET('/v1/projects/{id}', { params: { path: { id: 'crm:hubspot:77' } } });
if (project.error) throw new Error(JSON.stringify(project.error));
console.log('project', project.data.name, project.data.offerings[0]?.name);

const change = () =>
  api.PATCH('/v1/projects/{id}', {
    params: {
      path: { id: 'crm:hubspot:77' },
      header: { 'If-Match': `"${project.data.modified_date}"` },
    },
    body: { name: 'Newest website', client_id: 'crm:hubspot:42' },
  });
console.log('changed', (await change()).data?.name);
const { error } = await change();
if (error && 'code' in error) console.log('refused', error.status, error.code);

const found = await api.GET('/v1/project-offerings', {
  params: { query: { id: ['crm:hubspot:78'], project_id: 'crm:hubspot:77', cursor: 'start' } },
});
console.log('list', found.data?.count, found.data?.results[0]?.billing_model, found.data?.next_cursor);

let cursor = latest.data.next_cursor;
for (let left = 4; left > 0;) {
  const page = await api.GET('/v1/changes', {
    params: { query: { cursor, expand: ['resource'], wait: 10 } },
  });
  if (page.error) throw new Error(JSON.stringify(page.error));
  for (const { topic, modified_properties, record } of page.data.results) {
    const name = record && 'name' in record ? record.name : undefined;
    console.log('feed', topic, modified_properties.join(), name);
  }
  left -= page.data.count;
  cursor = page.data.next_cursor;
}
