import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { exampleId } from '../../values/index.js';

@ApiSchema({ description: 'Which of several in one request was refused.' })
export class RefusedOperationResponse {
  @ApiProperty({ description: 'Its place, from 0.', example: 3, type: 'integer', minimum: 0, maximum: 999 })
  index!: number;

  @ApiProperty({
    description: 'The `ref` that it was sent with, in a batch.',
    example: 'deal',
    type: 'string',
    required: false,
  })
  ref?: string;
}

const operation = {
  description:
    'Which of the entries of the request was refused; only where it has several, of which all or none are written.',
  type: () => RefusedOperationResponse,
  example: { index: 3 },
  required: false,
} as const;

@ApiSchema({
  description: 'A refusal: 401, 403, 404, 405, 408, 409, 410, 412, 413, 415, 417, 422, 424 or 503.',
})
export class ProblemResponse {
  @ApiProperty({
    description: 'Where the status is defined.',
    example: 'https://www.rfc-editor.org/rfc/rfc9110#section-15.5.10',
    type: 'string',
    format: 'uri',
  })
  type!: string;

  @ApiProperty({ description: 'The status in words.', example: 'Conflict', type: 'string' })
  title!: string;

  @ApiProperty({ description: 'The HTTP status.', example: 409, type: 'integer', minimum: 400, maximum: 503 })
  status!: number;

  @ApiProperty({
    description: 'What was refused, why, and what to do.',
    example: 'A client of this name exists already: choose another name or archive that client.',
    type: 'string',
  })
  detail!: string;

  @ApiProperty({ description: 'Stable code of the refusal.', example: 'client.name_in_use', type: 'string' })
  code!: string;

  @ApiProperty({
    description: 'Id of the request, as in the header X-Request-Id.',
    example: exampleId('request'),
    type: 'string',
  })
  request_id!: string;

  @ApiProperty(operation)
  operation?: RefusedOperationResponse;
}

@ApiSchema({ description: 'A refusal of members or parameters that are not valid.' })
export class ValidationProblemResponse {
  @ApiProperty({
    description:
      'Messages by member, each named as the client wrote it (`name`, `assignment.id`, `[3].hours`); at most 100 in all.',
    example: { name: ['is required'] },
    type: 'object',
    additionalProperties: { type: 'array', items: { type: 'string' } },
  })
  errors!: Record<string, readonly string[]>;

  @ApiProperty({
    description: 'Where the status is defined.',
    example: 'https://www.rfc-editor.org/rfc/rfc9110#section-15.5.1',
    type: 'string',
    format: 'uri',
  })
  type!: string;

  @ApiProperty({ description: 'The status in words.', example: 'Bad Request', type: 'string' })
  title!: string;

  @ApiProperty({ description: 'The HTTP status.', example: 400, type: 'integer', enum: [400] })
  status!: number;

  @ApiProperty({ description: 'Stable code of the refusal.', example: 'request.invalid', type: 'string' })
  code!: string;

  @ApiProperty({
    description: 'Id of the request, as in the header X-Request-Id.',
    example: exampleId('request'),
    type: 'string',
  })
  request_id!: string;

  @ApiProperty(operation)
  operation?: RefusedOperationResponse;
}

@ApiSchema({ description: 'A refusal of one request too many.' })
export class RateLimitProblemResponse {
  @ApiProperty({
    description: 'What to do.',
    example: 'Too many requests of this user: try again in 12 seconds.',
    type: 'string',
  })
  error!: string;
}

@ApiSchema({ description: 'A fault inside the program.' })
export class ServerProblemResponse {
  @ApiProperty({ description: 'The status in words.', example: 'Internal Server Error', type: 'string' })
  title!: string;

  @ApiProperty({ description: 'The HTTP status.', example: 500, type: 'integer', enum: [500] })
  status!: number;

  @ApiProperty({
    description: 'What to do; never anything from inside the program.',
    example: 'Something failed inside. Try again; if it stays, report the request_id.',
    type: 'string',
  })
  detail!: string;

  @ApiProperty({ description: 'Stable code.', example: 'server.failed', type: 'string' })
  code!: string;

  @ApiProperty({
    description: 'Id of the request, as in the header X-Request-Id.',
    example: exampleId('request'),
    type: 'string',
  })
  request_id!: string;
}
