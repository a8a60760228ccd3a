import { Controller } from '@nestjs/common';
import {
  ApiResource,
  CurrentCaller,
  IdParam,
  NotInBatch,
  OutcomeRoute,
  type Caller,
} from '../../../platform/http/index.js';
import { userResource } from '../organization.resources.js';
import { SignInLinkResponse } from './sign-in-link.dto.js';
import { linkOfArchived, linkOfService } from './sign-in-link.rules.js';
import { SignInLinkService } from './sign-in-link.service.js';

@Controller({ path: 'users/:id/sign-in-link', version: '1' })
@NotInBatch()
@ApiResource('Users', 'admin', { id: userResource })
export class SignInLinkController {
  constructor(private readonly links: SignInLinkService) {}

  @OutcomeRoute({
    hasBody: false,
    isVersioned: true,
    needsRecentSignIn: true,
    refuses: [linkOfArchived, linkOfService],
    response: SignInLinkResponse,
    summary: 'Make a sign-in link',
    description:
      'Makes a link with which the user sets a password and is signed in: an invitation, which is good for seven days, or a reset for an hour where there is a password. It is good once, ends the link that the user had, and is in this response only: nobody is written to. Setting the password signs the user out everywhere else.',
  })
  createSignInLink(@CurrentCaller() caller: Caller, @IdParam() id: string): Promise<SignInLinkResponse> {
    return this.links.create(caller.organizationId, id);
  }
}
