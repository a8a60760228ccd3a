import { api } from '../api/client.js';

export const projectQuery = (id: string) =>
  api.queryOptions('get', '/v1/projects/{id}', { params: { path: { id } } });

export const offeringQuery = (project_id: string, id: string) =>
  api.queryOptions('get', '/v1/projects/{project_id}/offerings/{id}', {
    params: { path: { project_id, id } },
  });
