import { ApiProperty, ApiSchema, PickType } from '@nestjs/swagger';
import {
  ChoiceMember,
  choices,
  EmailMember,
  InstantMember,
  SecretMember,
  TextMember,
} from '../../../platform/http/index.js';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../passwords/password.rules.js';
import { linkPurposes, type LinkPurpose } from './link-purpose.js';

const linkPurposeChoices = choices(
  'SignInLinkPurpose',
  'What a link is for: the first password of a user, another one, or that of the first administrator.',
  linkPurposes,
);

@ApiSchema({ description: 'A link with which a user sets a password, shown this once.' })
export class SignInLinkResponse {
  @ApiProperty({
    description:
      'The link itself. Whoever has it can set the password: give it to nobody but the user. It cannot be read again.',
    example:
      'https://planning.example.com/app/welcome#pdl_4Uk2vSNAyE6s1qP5rTzXwYdB8mJc3LhGf7KoQeR9nVaWi1x2Hbc',
    type: 'string',
    format: 'password',
  })
  link!: string;

  @ChoiceMember(linkPurposeChoices, { description: 'What it is for.', example: 'invitation' })
  purpose!: LinkPurpose;

  @InstantMember({ description: 'From when on it is refused.', example: '2026-11-28T06:30:00.000Z' })
  expires_date!: string;
}

export class SpendLinkRequest {
  @SecretMember({
    description: 'What the link has behind its #.',
    example: 'pdl_4Uk2vSNAyE6s1qP5rTzXwYdB8mJc3LhGf7KoQeR9nVaWi1x2Hbc',
  })
  secret!: string;

  @SecretMember({
    description: 'The new password, as it is: nothing is cut off.',
    example: 'tulips behind the garage',
    minLength: MIN_PASSWORD_LENGTH,
    maxLength: MAX_PASSWORD_LENGTH,
  })
  password!: string;
}

export class ShowLinkRequest extends PickType(SpendLinkRequest, ['secret']) {}

export class ShownLinkResponse {
  @TextMember({ description: 'Name of the organization.', example: 'Northwind Consulting' })
  organization_name!: string;

  @EmailMember({ description: 'Address of the user that it is for.', example: 'ada@example.com' })
  email_address!: string;

  @ChoiceMember(linkPurposeChoices, { description: 'What it is for.', example: 'invitation' })
  purpose!: LinkPurpose;

  @InstantMember({ description: 'From when on it is refused.', example: '2026-11-28T06:30:00.000Z' })
  expires_date!: string;
}
