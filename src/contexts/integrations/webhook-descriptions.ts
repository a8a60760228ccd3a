import { pascalCase, type PayloadMember, type Topic } from '../../platform/events/index.js';
import type { WebhookSection } from '../../platform/http/index.js';
import { exampleId } from '../../platform/values/index.js';
import { deliverableTopics, webhookPing } from './webhook-topics.js';

type Schema = Readonly<Record<string, unknown>>;

const idOf = (kind: string): Schema => ({ type: 'string', format: 'uuid', example: exampleId(kind) });

const payloadSchemas: Readonly<Record<PayloadMember['kind'], (member: string) => Schema>> = {
  id: (member) => idOf(member.replace(/Id$/, '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)),
  date: () => ({ type: 'string', format: 'date', example: '2026-11-21' }),
  names: () => ({ type: 'array', items: { type: 'string' }, minItems: 1, example: ['name'] }),
};

const objectOf = (description: string, properties: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  description,
  required: Object.keys(properties),
  properties,
});

const actor: Schema = {
  ...objectOf('Who caused it. Null: the program itself.', {
    UserId: { ...idOf('user'), description: 'The user.' },
    AccessTokenId: {
      ...idOf('access token'),
      type: ['string', 'null'],
      description:
        'The access token that it was done with. Null: a session, or a JWT, which is kept nowhere.',
    },
  }),
  type: ['object', 'null'],
  example: { UserId: exampleId('user'), AccessTokenId: exampleId('access token') },
};

function bodySchema({ name: topic, meaning, subject, payload }: Topic): Schema {
  const members = Object.entries(payload).map(([name, { kind, description }]) => [
    pascalCase(name),
    { ...payloadSchemas[kind](name), description },
  ]);
  const properties = {
    Id: { ...idOf(subject.replace(/^The (record of )?|\.$/g, '')), description: subject },
    ...(Object.fromEntries(members) as Record<string, Schema>),
  };
  const example = Object.fromEntries(
    Object.entries<Schema>(properties).map(([name, schema]) => [name, schema.example]),
  );
  return objectOf(meaning, {
    Payload: { ...objectOf('What it happened to.', properties), example },
    Topic: { type: 'string', const: topic, description: 'What happened.', example: topic },
    CorrelationId: { ...idOf('event'), description: 'Id of the event, the same in every attempt.' },
    EventOccurredOn: {
      type: 'string',
      format: 'date-time',
      description: 'When it happened.',
      example: '2026-11-21T06:30:00.000Z',
    },
    Actor: actor,
    Sequence: {
      type: ['string', 'null'],
      pattern: '^[1-9][0-9]*$',
      description:
        'The position of the event in `GET /v1/changes`, in decimals: what lies between two of them can be read there. Null: a ping, which is not in it.',
      example: '10482',
    },
  });
}

const headers: Readonly<Record<string, Schema>> = {
  'X-Service-Signature': {
    description:
      '`sha256=` and the hex HMAC-SHA256 of `{X-Service-Timestamp}.{body}`, with the whole text of the present secret as key. Compute it over the bytes that came, before they are parsed.',
    schema: { type: 'string', pattern: '^sha256=[0-9a-f]{64}$' },
  },
  'X-Service-Timestamp': {
    description:
      'When this attempt was signed, in seconds since 1970. Refuse one that is older than ten minutes.',
    schema: { type: 'string', pattern: '^[0-9]+$' },
  },
  'webhook-id': {
    description: 'Id of the event, the same in every attempt: what was had already can be ignored by it.',
    schema: { type: 'string', format: 'uuid' },
  },
  'webhook-timestamp': {
    description: 'As X-Service-Timestamp.',
    schema: { type: 'string', pattern: '^[0-9]+$' },
  },
  'webhook-signature': {
    description:
      'As Standard Webhooks says: `v1,` and the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`, with the bytes that the secret encodes as key. While a secret is being rotated there is one of each secret, with a space between.',
    schema: { type: 'string' },
  },
};

const responses: Readonly<Record<string, Schema>> = {
  '2XX': {
    description: 'Delivered. The content is not looked at. Respond within 15 seconds and work afterwards.',
  },
  410: { description: 'There is no receiver any more: the subscriber is disabled at once.' },
  429: { description: 'Too much at the moment: sent again, not before the header `Retry-After` says.' },
  503: { description: 'Not now: sent again, not before the header `Retry-After` says.' },
  default: {
    description:
      'Everything else, redirects and no response in time included, is a failure: sent again after 5 seconds, 5 and 30 minutes, 2, 5, 10, 14, 20 and 24 hours, with the same id and body. A ping and a redelivery are one attempt, whatever the response.',
  },
};

const nameOf = (topic: string): string => topic.split('.').map(pascalCase).join('');

const eventName = (topic: string): string => `${nameOf(topic)}Event`;

const parameterName = (header: string): string => `Webhook.${header}`;

function operation({ name: topic, meaning }: Topic): Schema {
  return {
    operationId: `receive${nameOf(topic)}`,
    tags: ['Webhooks'],
    summary: meaning.replace(/\.$/, ''),
    description: meaning,
    security: [],
    parameters: Object.keys(headers).map((name) => ({
      $ref: `#/components/parameters/${parameterName(name)}`,
    })),
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: { $ref: `#/components/schemas/${eventName(topic)}` } },
      },
    },
    responses,
  };
}

export function webhookSection(): WebhookSection {
  const topics = [...deliverableTopics(), webhookPing];
  return {
    webhooks: Object.fromEntries(topics.map((topic) => [topic.name, { post: operation(topic) }])),
    components: {
      schemas: Object.fromEntries(topics.map((topic) => [eventName(topic.name), bodySchema(topic)])),
      parameters: Object.fromEntries(
        Object.entries(headers).map(([name, header]) => [
          parameterName(name),
          { name, in: 'header', required: true, ...header },
        ]),
      ),
    },
  } as unknown as WebhookSection;
}

export const eventParagraph = `**Events.** What happens is sent to webhook subscribers as it happens, signed, and for three days again when it does not arrive. It may
arrive twice, and not in order: take \`CorrelationId\` for its identity, and read the resource for what it is now.
\`Actor\` says who caused it, \`Sequence\` where it stands among all; a subscriber can leave out what does not concern it. The section Webhooks
of this description has each topic with its body, its headers and the responses that count.`;
