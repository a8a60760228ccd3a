import { getSchemaPath } from '@nestjs/swagger';
import type { DeclaredRefusal } from '../../errors/index.js';
import { exampleId } from '../../values/index.js';
import { problemOf, statusOf } from './error-body.js';
import { ProblemResponse } from './error-response.dto.js';

export const refusalExample = ({ kind, code, example }: DeclaredRefusal) => ({
  summary: code,
  value: { ...problemOf(statusOf(kind)), detail: example, code, request_id: exampleId('request') },
});

export const refusalResponse = (description: string, refusals: readonly DeclaredRefusal[]) => ({
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
