import { ApiProperty } from '@nestjs/swagger';
import { InstantMember } from '../../../platform/http/index.js';
import { MeResponse } from './me.dto.js';

export class SessionTokenResponse {
  @ApiProperty({
    description:
      'A token of the session, for the header X-API-KEY. It allows what its user may do, for ten minutes.',
    example: 'pds_4Uk2vSNAyE6s1qP5rTzXwYdB8mJc3LhGf7KoQeR9nVaWi1x2Hbc',
    type: 'string',
    format: 'password',
  })
  token!: string;

  @InstantMember({ description: 'From when on it is refused.', example: '2026-11-21T06:40:00.000Z' })
  expires_date!: string;

  @ApiProperty({
    description: 'What `GET /v1/me` says with the token, so that the pages need not wait for that too.',
    example: {
      email_address: 'ada@example.com',
      organization_name: 'Northwind Consulting',
      scopes: ['admin'],
    },
    type: () => MeResponse,
  })
  me!: MeResponse;
}
