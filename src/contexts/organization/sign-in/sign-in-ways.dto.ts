import { ChoiceListMember, choices, TextMember } from '../../../platform/http/index.js';
import type { OrganizationSettings } from '../organization.settings.js';

const ways = ['password', 'oidc'] as const;

const wayChoices = choices('SignInWay', 'A way to sign in: a password, or an OpenID Connect provider.', ways);

export class SignInWaysResponse {
  @ChoiceListMember(wayChoices, {
    description: 'How people can sign in here.',
    example: ['password', 'oidc'],
  })
  ways!: (typeof ways)[number][];

  @TextMember({
    description: 'Host of the provider, for the button that leads to /app/session/oidc. Null: there is none.',
    example: 'login.example.com',
    nullable: true,
  })
  provider!: string | null;
}

export function toSignInWaysResponse({ SIGN_IN, OIDC_ISSUER }: OrganizationSettings): SignInWaysResponse {
  const hasProvider = SIGN_IN.includes('oidc') && OIDC_ISSUER !== undefined;
  return { ways: [...SIGN_IN], provider: hasProvider ? new URL(OIDC_ISSUER).host : null };
}
