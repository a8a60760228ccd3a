import type { OrganizationSettings } from '../organization.settings.js';

export interface SignInWays {
  readonly byPassword: boolean;
  readonly issuer: string | null;
}

export function signInWaysOf({ WEB, SIGN_IN, OIDC_ISSUER }: OrganizationSettings): SignInWays {
  const isWay = (way: 'password' | 'oidc'): boolean => WEB === 'on' && SIGN_IN.includes(way);
  return { byPassword: isWay('password'), issuer: isWay('oidc') ? (OIDC_ISSUER ?? null) : null };
}

/** SQL for a user u. */
export const hasPassword = `EXISTS (
  SELECT FROM user_passwords p WHERE p.organization_id = u.organization_id AND p.user_id = u.id)`;
