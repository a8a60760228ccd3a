import type { OpenAPIObject } from '@nestjs/swagger';
import { LivenessResponse, readinessResponse } from './health.dto.js';

export const healthResponses = () => [LivenessResponse, readinessResponse()];

interface Check {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly schema: string;
  readonly responses: Readonly<Record<number, string>>;
}

const check = ({ operationId, summary, description, schema, responses }: Check) => ({
  get: {
    operationId,
    summary,
    description,
    tags: ['Health'],
    security: [],
    parameters: [],
    responses: {
      ...Object.fromEntries(
        Object.entries(responses).map(([status, text]) => [status, response(text, schema)]),
      ),
      400: response('The request is no well-formed HTTP.', 'ValidationProblemResponse'),
    },
  },
});

const response = (description: string, schema: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
});

/** Served before authentication, rate limits and routing. */
export const healthPaths: OpenAPIObject['paths'] = {
  '/health/live': check({
    operationId: 'getLiveness',
    summary: 'Does the process respond?',
    description:
      'Tells whether the process responds. Nothing else is asked, so it does while PostgreSQL is away. Without a token and a rate limit.',
    schema: 'LivenessResponse',
    responses: { 200: 'It does.' },
  }),
  '/health/ready': check({
    operationId: 'getReadiness',
    summary: 'Can requests be served?',
    description:
      'Tells whether requests can be served. They cannot while PostgreSQL does not respond within two seconds, and while the process stops: send requests elsewhere. The parts under `details` that requests do not depend on never change the status of the response. Without a token and a rate limit; the result is at most a second old.',
    schema: 'ReadinessResponse',
    responses: { 200: 'They can; see `status` for what is degraded.', 503: 'They cannot.' },
  }),
};
