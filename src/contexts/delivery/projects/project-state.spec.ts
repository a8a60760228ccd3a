import { describe, expect, it } from '@jest/globals';
import { newProject } from './project-state.js';

const organization = { currency_code: 'EUR', target_margin: 0.3 };

describe('a new project', () => {
  it('takes over what the organization has and starts as a sale', () => {
    expect(newProject({ name: 'A', client_id: 'c' }, organization)).toMatchObject({
      project_model: 'client',
      client_id: 'c',
      status: 'pre_sale',
      currency_code: 'EUR',
      target_margin: 0.3,
      is_included: true,
      metadata: {},
    });
  });

  it('keeps what the request says, also zero and false', () => {
    const said = { target_margin: 0, is_included: false, currency_code: 'USD', status: 'completed' } as const;
    expect(newProject({ name: 'A', client_id: 'c', ...said }, organization)).toMatchObject(said);
  });

  it('that is internal has begun', () => {
    const project = newProject({ name: 'A', project_model: 'internal' }, organization);
    expect(project).toMatchObject({ status: 'in_progress', client_id: null });
  });
});
