import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import { sentTopics } from '../../src/contexts/integrations/webhook-topics.js';
import { declaredTopics, envelopeOf, sequenced } from '../../src/platform/events/index.js';
import { newId } from '../../src/platform/values/index.js';
import { shareTestApplication } from '../support/application/shared-application.js';
import type { TestApplication } from '../support/application/test-application.js';
import { createWorld, fill } from '../support/application/world.js';

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
}

interface Webhook {
  readonly post: {
    readonly parameters: { $ref: string }[];
    readonly requestBody: { content: { 'application/json': { schema: { $ref: string } } } };
  };
}

interface Described {
  readonly webhooks: Readonly<Record<string, Webhook>>;
  readonly components: {
    parameters: Record<string, { name: string }>;
    schemas: Readonly<Record<string, Schema>>;
  };
}

const addFormats = addFormatsModule as unknown as (ajv: Ajv2020) => void;

/** Members that are not described are faults, at every depth. */
const closed = (schema: Schema): object =>
  schema.properties
    ? {
        ...schema,
        additionalProperties: false,
        properties: Object.fromEntries(
          Object.entries(schema.properties).map(([name, property]) => [name, closed(property)]),
        ),
      }
    : schema;

/** A change of each resource that is told of. */
const changes: Readonly<Record<string, object>> = {
  '/v1/departments': { name: 'Renamed' },
  '/v1/roles': { name: 'Renamed' },
  '/v1/people': { given_name: 'Renamed' },
  '/v1/clients': { name: 'Renamed' },
  '/v1/pipelines': { name: 'Renamed' },
  '/v1/pipelines/{pipeline_id}/stages': { name: 'Renamed' },
  '/v1/projects': { name: 'Renamed' },
  '/v1/tags': { name: 'Renamed' },
  '/v1/requisitions': { name: 'Renamed' },
  '/v1/rate-cards': { name: 'Renamed' },
  '/v1/rate-cards/{rate_card_id}/rates': { bill_rate: { currency_code: 'USD', amount: 160 } },
};

describe('the webhooks of the API description', () => {
  let application: TestApplication;
  let described: Described;

  beforeAll(async () => {
    application = await shareTestApplication();
    described = (await (await fetch(`${application.url}/openapi.json`)).json()) as Described;
  });
  afterAll(() => application.close());

  it('are all topics, each with the headers of a delivery', () => {
    expect(Object.keys(described.webhooks)).toEqual(sentTopics());
    for (const { post } of Object.values(described.webhooks)) {
      const headers = post.parameters.map(
        ({ $ref }) => described.components.parameters[$ref.split('/').at(-1) ?? '']?.name,
      );
      expect(headers).toEqual([
        'X-Service-Signature',
        'X-Service-Timestamp',
        'webhook-id',
        'webhook-timestamp',
        'webhook-signature',
      ]);
    }
  });

  it('have bodies below 64 KiB, even if every member of the API was changed at once', () => {
    const schemas = Object.values(described.components.schemas);
    const members = [...new Set(schemas.flatMap(({ properties = {} }) => Object.keys(properties)))];
    expect(members.length).toBeGreaterThan(100);
    for (const { name: topic, payload: described } of declaredTopics()) {
      const payload = Object.fromEntries(
        Object.entries(described).map(([name, { kind }]) => [name, kind === 'names' ? members : newId()]),
      );
      const { body } = envelopeOf({ topic, organizationId: newId(), id: newId(), payload }, new Date());
      expect([topic, Buffer.byteLength(body) < 65_536]).toEqual([topic, true]);
    }
  });

  it('describe the bodies that are sent', async () => {
    const { api, ids } = await createWorld(application, 'Described');
    for (const [collection, change] of Object.entries(changes)) {
      const path = `${fill(collection, (parent) => ids[parent] ?? '')}/${ids[collection]}`;
      expect((await api.patch(path, change)).status).toBe(200);
    }
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats(ajv);
    const validators: Record<string, ValidateFunction> = {};
    const sent = await application.database.query<{ topic: string; body: string }[]>(
      'SELECT topic, body FROM outbox_events',
    );
    for (const { topic, body: unplaced } of sent.filter((event) => sentTopics().includes(event.topic))) {
      const body = sequenced(unplaced, '10482');
      const { $ref = '' } =
        described.webhooks[topic]?.post.requestBody.content['application/json'].schema ?? {};
      const schema = described.components.schemas[$ref.split('/').at(-1) ?? ''];
      const validate = (validators[topic] ??= ajv.compile(schema ? closed(schema) : false));
      expect([body, validate(JSON.parse(body)), validate.errors]).toEqual([body, true, null]);
    }
    expect(Object.keys(validators).length).toBeGreaterThanOrEqual(2 * Object.keys(changes).length);
  });
});
