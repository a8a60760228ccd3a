import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiDescription } from '../support/requests/api-description.js';
import { UNUSED_ID } from '../support/requests/refusals.js';
import { shareTestApplication } from '../support/application/shared-application.js';
import type { TestApplication } from '../support/application/test-application.js';

/** The table of endpoints of the specification of version 1, row by row. */
const endpoints = `
  GET    /v1/actual-time
  POST   /v1/actual-time
  GET    /v1/actual-time/{id}
  PATCH  /v1/actual-time/{id}
  DELETE /v1/actual-time/{id}
  GET    /v1/clients
  POST   /v1/clients
  GET    /v1/clients/{id}
  PATCH  /v1/clients/{id}
  GET    /v1/departments
  POST   /v1/departments
  PATCH  /v1/departments/{id}
  GET    /v1/people
  POST   /v1/people
  GET    /v1/people/{id}
  PATCH  /v1/people/{id}
  GET    /v1/pipelines
  POST   /v1/pipelines
  GET    /v1/pipelines/{id}
  PATCH  /v1/pipelines/{id}
  GET    /v1/pipelines/{pipeline_id}/stages
  POST   /v1/pipelines/{pipeline_id}/stages
  GET    /v1/pipelines/{pipeline_id}/stages/{id}
  PATCH  /v1/pipelines/{pipeline_id}/stages/{id}
  GET    /v1/projects
  POST   /v1/projects
  GET    /v1/projects/{id}
  PATCH  /v1/projects/{id}
  POST   /v1/projects/{target_id}/merge/{source_id}
  GET    /v1/projects/{project_id}/offerings
  POST   /v1/projects/{project_id}/offerings
  GET    /v1/projects/{project_id}/offerings/{id}
  PATCH  /v1/projects/{project_id}/offerings/{id}
  GET    /v1/projects/{project_id}/offerings/{id}/metrics
  GET    /v1/projects/{project_id}/offerings/{project_offering_id}/roles
  POST   /v1/projects/{project_id}/offerings/{project_offering_id}/roles
  GET    /v1/projects/{project_id}/offerings/{project_offering_id}/roles/{id}
  PATCH  /v1/projects/{project_id}/offerings/{project_offering_id}/roles/{id}
  DELETE /v1/projects/{project_id}/offerings/{project_offering_id}/roles/{id}
  GET    /v1/projects/{project_id}/offerings/{project_offering_id}/roles/{id}/planned-time
  POST   /v1/projects/{project_id}/offerings/{project_offering_id}/roles/{id}/planned-time
  GET    /v1/rate-cards
  GET    /v1/rate-cards/{rate_card_id}/rates
  GET    /v1/roles
  POST   /v1/roles
  GET    /v1/roles/{id}
  PATCH  /v1/roles/{id}
  GET    /v1/tags
  GET    /v1/timesheet-entries
  POST   /v1/webhook-subscribers
  POST   /v1/webhook-subscribers/{id}/subscriptions`
  .trim()
  .split('\n')
  .map((row) => row.trim().split(/\s+/) as [method: string, path: string]);

describe('the specification', () => {
  let application: TestApplication;
  let description: ApiDescription;

  beforeAll(async () => {
    application = await shareTestApplication();
    description = await ApiDescription.of(application.url);
  });
  afterAll(() => application.close());

  const described = () => description.operations().map(({ method, path }) => `${method} ${path}`);

  it.each(endpoints)('%s %s is there', async (method, path) => {
    expect(described()).toContain(`${method} ${path}`);
    const { status } = await application.api.send(method, path.replace(/\{\w+\}/g, UNUSED_ID));
    // An empty request to nobody's records: refused for what it says, not failed.
    expect([200, 400, 404, 415]).toContain(status);
  });

  it('has the parameters of the list of offering roles', () => {
    const path = '/v1/projects/{project_id}/offerings/{project_offering_id}/roles';
    const list = description
      .operations()
      .find((operation) => operation.method === 'GET' && operation.path === path);
    const parameters = list?.operation.parameters ?? [];
    expect(parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)).toEqual([
      'project_id',
      'project_offering_id',
    ]);
    expect(parameters.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['page', 'page_size', 'pageSize', 'terms']),
    );
  });
});
