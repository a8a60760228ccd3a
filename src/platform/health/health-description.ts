import type { OpenAPIObject } from '@nestjs/swagger';
import { LivenessResponse, ReadinessResponse } from './health.dto.js';

/** What the answers of the health checks are described by. */
export const healthResponses = [LivenessResponse, ReadinessResponse];

interface Check {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly answer: { readonly name: string };
  /** By status. */
  readonly answers: Readonly<Record<number, string>>;
}

const check = ({ operationId, summary, description, answer, answers }: Check) => ({
  get: {
    operationId,
    summary,
    description,
    tags: ['Health'],
    security: [],
    parameters: [],
    responses: {
      ...Object.fromEntries(
        Object.entries(answers).map(([status, text]) => [status, response(text, answer.name)]),
      ),
      400: response('The request is no well-formed HTTP.', 'ValidationProblemResponse'),
    },
  },
});

const response = (description: string, schema: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
});

/** The health checks, which are answered before a caller, a limit or a route is looked for. */
export const healthPaths: OpenAPIObject['paths'] = {
  '/health/live': check({
    operationId: 'getLiveness',
    summary: 'Does the process answer?',
    description:
      'Tells whether the process answers. Nothing else is asked, so it does while PostgreSQL is away. Without a token and a rate limit.',
    answer: LivenessResponse,
    answers: { 200: 'It does.' },
  }),
  '/health/ready': check({
    operationId: 'getReadiness',
    summary: 'Can requests be served?',
    description:
      'Tells whether requests can be served. They cannot while PostgreSQL does not answer within two seconds, and while the process stops: send requests elsewhere. How webhooks stand is told, but changes the status of the answer never: requests do not depend on it. Without a token and a rate limit; the answer is at most a second old.',
    answer: ReadinessResponse,
    answers: { 200: 'They can; see `status` for what is degraded.', 503: 'They cannot.' },
  }),
};
