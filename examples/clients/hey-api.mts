import { client } from './hey-api/client.gen.js';
import * as api from './hey-api/sdk.gen.js';

const { API: baseUrl = 'http://localhost:3000', TOKEN = '' } = process.env;
client.setConfig({ baseUrl, auth: TOKEN });

const latest = await api.listChanges({ query: { cursor: 'now' }, throwOnError: true });

const deal = await api.runBatch({
  headers: { 'Idempotency-Key': 'deal-77' },
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
  throwOnError: true,
});
console.log('batch', ...deal.data.results.map(({ status }) => status));

const project = await api.getProject({ path: { id: 'crm:hubspot:77' }, throwOnError: true });
console.log('project', project.data.name, project.data.offerings[0]?.name);

const change = () =>
  api.updateProject({
    path: { id: 'crm:hubspot:77' },
    headers: { 'If-Match': `"${project.data.modified_date}"` },
    body: { name: 'Newest website', client_id: 'crm:hubspot:42' },
  });
console.log('changed', (await change()).data?.name);
const { error } = await change();
if (error && 'code' in error) console.log('refused', error.status, error.code);

const found = await api.listAllProjectOfferings({
  query: { id: ['crm:hubspot:78'], project_id: 'crm:hubspot:77', cursor: 'start' },
});
console.log('list', found.data?.count, found.data?.results[0]?.billing_model, found.data?.next_cursor);

let cursor = latest.data.next_cursor;
for (let left = 4; left > 0;) {
  const page = await api.listChanges({
    query: { cursor, expand: ['resource'], wait: 10 },
    throwOnError: true,
  });
  for (const { topic, modified_properties, record } of page.data.results) {
    const name = record && 'name' in record ? record.name : undefined;
    console.log('feed', topic, modified_properties.join(), name);
  }
  left -= page.data.count;
  cursor = page.data.next_cursor;
}
