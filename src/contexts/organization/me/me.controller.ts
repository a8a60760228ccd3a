import { Controller } from '@nestjs/common';
import { ApiResource, CurrentCaller, GetRoute, type Caller } from '../../../platform/http/index.js';
import { MeResponse } from './me.dto.js';
import { MeService } from './me.service.js';

@Controller({ path: 'me', version: '1' })
@ApiResource('Organization', 'organization')
export class MeController {
  constructor(private readonly me: MeService) {}

  @GetRoute({
    response: MeResponse,
    scope: 'none',
    summary: 'Who am I?',
    description:
      'Returns the user, the organization, and what the access token, the JWT of the provider, or the session of who is signed in, allows at the moment.',
  })
  getMe(@CurrentCaller() caller: Caller): Promise<MeResponse> {
    return this.me.get(caller);
  }
}
