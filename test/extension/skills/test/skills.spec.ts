import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  startTestApplication,
  until,
  type ApiClient,
  type TestApplication,
} from 'planning-delivery-api/testing';
import { context } from '../src/index.js';

describe('skills', () => {
  let application: TestApplication;
  let api: ApiClient;

  beforeAll(async () => {
    application = await startTestApplication({ extensions: [context], delivers: true });
    ({ api } = application);
  });
  afterAll(() => application.close());

  it('are created, read and listed', async () => {
    const skill = await api.create('/v1/skills', { name: 'TypeScript' });
    expect((await api.get(`/v1/skills/${skill.id}`)).body).toEqual(skill);
    expect((await api.get('/v1/skills')).body).toMatchObject({ total: 1, results: [skill] });
  });

  it('have names of their own: skill.name_in_use', async () => {
    await api.create('/v1/skills', { name: 'Rust' });
    const again = await api.post('/v1/skills', { name: 'Rust' });
    expect([again.status, again.body.code]).toEqual([409, 'skill.name_in_use']);
  });

  it('are created once for a key, and tried without a trace, by being declared', async () => {
    const create = (path: string) => api.send('POST', path, { name: 'Ada' }, { 'Idempotency-Key': 'skill' });
    expect((await create('/v1/skills?validate_only=true')).headers.get('Validate-Only')).toBe('true');
    const [first, again] = [await create('/v1/skills'), await create('/v1/skills')];
    expect([again.body, again.headers.get('Idempotent-Replayed')]).toEqual([first.body, 'true']);
  });

  it('are found and made by the identifier that they have elsewhere: skill.crm_identifier_in_use', async () => {
    const made = await api.patch('/v1/skills/crm:hr:7', { name: 'SQL' });
    expect([made.status, made.headers.get('location')]).toEqual([201, `/v1/skills/${String(made.body.id)}`]);
    const renamed = await api.patch('/v1/skills/crm:hr:7', { name: 'PostgreSQL' });
    expect(renamed).toMatchObject({ status: 200, body: { id: made.body.id, name: 'PostgreSQL' } });
    expect((await api.get('/v1/skills/crm:hr:7')).body).toEqual(renamed.body);
    const listed = await api.get('/v1/skills?id=crm:hr:7&fields=name&cursor=start');
    expect(listed.body).toMatchObject({ next_cursor: null, results: [{ name: 'PostgreSQL' }] });
    const crm_identifiers = [{ system: 'hr', identifier: '7' }];
    const again = await api.post('/v1/skills', { name: 'Oracle', crm_identifiers });
    expect([again.status, again.body.code]).toEqual([409, 'skill.crm_identifier_in_use']);
  });

  it('are of their organization: skill.not_found', async () => {
    const { id } = await api.create('/v1/skills', { name: 'Go' });
    const other = await application.client('Other organization');
    const answer = await other.get(`/v1/skills/${id}`);
    expect([answer.status, answer.body.code]).toEqual([404, 'skill.not_found']);
  });

  it('are operations of a batch', async () => {
    const operations = ['Lisp', 'lisp'].map((name) => ({
      method: 'POST',
      path: '/v1/skills',
      body: { name },
    }));
    const { status, body } = await api.post<{ results: { status: number; body: object }[] }>('/v1/batch', {
      mode: 'each',
      operations: [...operations, operations[0]],
    });
    expect([status, body.results.map((result) => result.status)]).toEqual([207, [201, 201, 409]]);
    expect((await api.get<{ results: unknown[] }>('/v1/skills')).body.results).toContainEqual(
      body.results[0]?.body,
    );
  });

  it('need their scope', async () => {
    const reader = await application.client('Test organization', 'skills:read');
    expect((await reader.get('/v1/skills')).status).toBe(200);
    expect((await reader.post('/v1/skills', { name: 'Zig' })).status).toBe(403);
  });

  it('follow people: each new one has a profile', async () => {
    const person = await api.create('/v1/people', { email_address: 'ada@example.com' });
    await until('the profile is there', async () => {
      const profiles = await application.database.query<unknown[]>(
        'SELECT 1 FROM skill_profiles WHERE person_id = $1',
        [person.id],
      );
      return profiles.length === 1;
    });
  });
});
