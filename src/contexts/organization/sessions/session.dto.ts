import { ApiProperty } from '@nestjs/swagger';
import { FlagMember, IdMember, InstantMember, TextMember } from '../../../platform/http/index.js';

export class SessionResponse {
  @IdMember({ of: 'session', description: 'Id of the session.' })
  id!: string;

  @TextMember({
    description: 'What the browser says it is.',
    example: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  })
  device!: string;

  @TextMember({ description: 'Address from which the user signed in.', example: '203.0.113.7' })
  address!: string;

  @InstantMember({
    description: 'When the user showed last who they are.',
    example: '2026-11-21T06:30:00.000Z',
  })
  signed_in_date!: string;

  @InstantMember({
    description: 'When it was used last, to ten minutes.',
    example: '2026-11-21T09:10:00.000Z',
  })
  last_used_date!: string;

  @FlagMember({ description: 'Whether it is the one that asks.', example: true })
  is_current!: boolean;
}

export class SessionListResponse {
  @ApiProperty({
    description: 'Sessions of the user that have not ended, in the order of their beginning.',
    example: [],
    type: () => [SessionResponse],
  })
  sessions!: SessionResponse[];
}
