import { getSchemaPath } from '@nestjs/swagger';
import type { DeclaredRefusal } from '../errors/index.js';
import { exampleId } from '../values/index.js';
import { problemOf, statusOf } from './error-body.js';
import { ProblemResponse } from './error-response.dto.js';

/** What is answered to a request that is refused so. */
export const refusalExample = ({ kind, code, example }: DeclaredRefusal) => ({
  summary: code,
  value: { ...problemOf(statusOf(kind)), detail: example, code, request_id: exampleId('request') },
});

/** An answer that refuses in one of these ways, which all have one status. Their examples are components. */
export const refusalAnswer = (description: string, refusals: readonly DeclaredRefusal[]) => ({
  description,
  content: {
    'application/json': {
      schema: {
        allOf: [
          { $ref: getSchemaPath(ProblemResponse) },
          {
            type: 'object',
            properties: { code: { type: 'string', enum: refusals.map(({ code }) => code) } },
          },
        ],
      },
      examples: Object.fromEntries(
        refusals.map(({ code }) => [code, { $ref: `#/components/examples/${code}` }]),
      ) as Record<string, object>,
    },
  },
});
