import { PickType } from '@nestjs/swagger';
import { EmailMember, SecretMember, TextMember } from '../../../platform/http/index.js';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../passwords/password.rules.js';
import { ReturnPathMember } from './return-path.member.js';

export class SignInRequest {
  @TextMember({
    description: 'Name of the organization. May be left out where the installation has one.',
    example: 'Northwind Consulting',
    optional: true,
  })
  organization?: string;

  @EmailMember({ description: 'Address of the user.', example: 'ada@example.com' })
  email_address!: string;

  @SecretMember({
    description: 'The password.',
    example: 'tulips behind the garage',
    maxLength: MAX_PASSWORD_LENGTH,
  })
  password!: string;

  @ReturnPathMember({
    description: 'The page that was asked for. Absent: /app.',
    example: '/app/tokens',
    optional: true,
  })
  return_to?: string;
}

export class ReauthenticateRequest extends PickType(SignInRequest, ['password']) {}

export class ChangePasswordRequest {
  @SecretMember({
    description: 'The password until now.',
    example: 'tulips behind the garage',
    maxLength: MAX_PASSWORD_LENGTH,
  })
  current_password!: string;

  @SecretMember({
    description: 'The new one, as it is: nothing is cut off.',
    example: 'wet stones, seven lanterns',
    minLength: MIN_PASSWORD_LENGTH,
    maxLength: MAX_PASSWORD_LENGTH,
  })
  password!: string;
}

export class SignedInResponse {
  @ReturnPathMember({ description: 'The page that comes next.', example: '/app/tokens' })
  return_to!: string;
}
