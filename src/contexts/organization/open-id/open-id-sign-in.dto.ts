import { FlagQuery, TextMember } from '../../../platform/http/index.js';
import { ReturnPathMember } from '../sign-in/return-path.member.js';

export class StartSignInQuery {
  @TextMember({
    description: 'Name of the organization. May be left out where the installation has one.',
    example: 'Northwind Consulting',
    optional: true,
  })
  organization?: string;

  @ReturnPathMember({
    description: 'The page that was asked for. Absent: /app.',
    example: '/app/tokens',
    optional: true,
  })
  return_to?: string;

  @FlagQuery({
    description:
      'Whether it is to show once more who is signed in here already: the provider asks them, however recently it did.',
    example: true,
  })
  reauthenticate?: boolean;
}
