import { printable } from '../start/printed-text.js';
import type { AccessTokenResponse, InstallationToken } from '../contexts/organization/index.js';

/** What was made, for people. The token is the first line. */
export function writeMade(made: InstallationToken, organization: string): string {
  const end = made.expires_date === null ? 'It does not expire.' : `It expires on ${made.expires_date}.`;
  return [
    made.token,
    ...(made.is_new_organization
      ? [`Made the organization "${printable(organization)}": there was none of this name.`]
      : []),
    `Keep it: it cannot be shown again. Scopes: ${made.scopes.join(', ')}. ${end}`,
  ].join('\n');
}

/** A line for each token, with its last four characters. */
export const writeTokens = (tokens: readonly AccessTokenResponse[]): string =>
  tokens
    .map((token) =>
      [
        token.id,
        `...${token.last_four ?? '????'}`,
        token.email_address,
        printable(token.name),
        token.scopes.join(','),
        ...stateOf(token),
      ].join('  '),
    )
    .join('\n');

function stateOf(token: AccessTokenResponse): string[] {
  if (token.revoked_date !== null) return [`revoked ${token.revoked_date}`];
  return [
    ...(token.expires_date === null ? [] : [`expires ${token.expires_date}`]),
    ...(token.idle_expires_date === null ? [] : [`unless used, ends ${token.idle_expires_date}`]),
    ...(token.replaced_expires_date === null
      ? []
      : [`the one before it is accepted until ${token.replaced_expires_date}`]),
  ];
}
