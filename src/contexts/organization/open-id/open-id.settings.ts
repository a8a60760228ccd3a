import {
  booleanText,
  define,
  optionalText,
  text,
  type Settings,
  type ValuesOf,
} from '../../../platform/config/index.js';
import { isLoopbackHost, parsedUrl } from '../../../platform/values/index.js';

export const openIdSettingDefinitions = {
  OIDC_ISSUER: define({
    description:
      'OpenID Connect provider, exactly as it names itself: https, or http on this machine. Absent: none.',
    read: issuer,
  }),
  OIDC_CLIENT_ID: define({
    description: 'What the provider knows this program as. People sign in there where SIGN_IN names oidc.',
    read: optionalText,
  }),
  OIDC_CLIENT_SECRET: define({
    description: 'With what this program shows the provider that it is the one.',
    read: optionalText,
  }),
  OIDC_TRUST_EMAIL: define({
    description:
      'Whether an address counts that the provider does not say it has verified: true or false. Whoever can choose theirs there is then signed in as the user that has it.',
    fallback: 'false',
    read: booleanText,
  }),
  OIDC_AUDIENCE: define({
    description:
      'Audience of the JWTs of the provider that the API takes in Authorization: Bearer. Absent: it takes none.',
    read: optionalText,
  }),
  OIDC_TOKEN_TYPE: define({
    description: 'Their type, in the header typ.',
    fallback: 'at+jwt',
    read: text,
  }),
  OIDC_ORGANIZATION_CLAIM: define({
    description:
      'Claim of theirs that has the id of the organization. Absent: only an installation with one organization takes them.',
    read: optionalText,
  }),
};

export type OpenIdSettings = Settings & ValuesOf<typeof openIdSettingDefinitions>;

type Values = Readonly<Record<string, unknown>>;

const needed: Readonly<Record<string, readonly string[]>> = {
  OIDC_ISSUER: ['SIGN_IN=oidc', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_AUDIENCE'],
  OIDC_CLIENT_ID: ['SIGN_IN=oidc', 'OIDC_CLIENT_SECRET'],
  OIDC_CLIENT_SECRET: ['SIGN_IN=oidc', 'OIDC_CLIENT_ID'],
  OIDC_AUDIENCE: ['OIDC_ORGANIZATION_CLAIM'],
};

export function openIdFaults(values: Values): string[] {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_AUDIENCE, SIGN_IN = [] } = values;
  const signsIn = (SIGN_IN as readonly string[]).includes('oidc');
  const isGiven = (name: string): boolean =>
    name === 'SIGN_IN=oidc' ? signsIn && values.WEB === 'on' : values[name] !== undefined;
  const faults = Object.entries(needed).flatMap(([name, by]) => {
    const givers = by.filter(isGiven);
    const isMissing = name in values && values[name] === undefined && givers.length > 0;
    return isMissing ? [`${name} must be set too, because of ${givers.join(' and ')}`] : [];
  });
  if (OIDC_ISSUER !== undefined && !signsIn && OIDC_AUDIENCE === undefined)
    faults.push('OIDC_ISSUER is of no use alone: name oidc in SIGN_IN, or set OIDC_AUDIENCE');
  if (OIDC_AUDIENCE !== undefined && OIDC_AUDIENCE === OIDC_CLIENT_ID)
    faults.push(
      'OIDC_AUDIENCE must not be OIDC_CLIENT_ID, or what only tells who has signed in would open the API',
    );
  return faults;
}

/** Text that is compared with what the provider says of itself. */
function issuer(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const url = parsedUrl(value);
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackHost(url.hostname));
  if (!url || !isSafe || url.username || url.password || url.search || url.hash) {
    throw new Error(
      'must be an address such as https://login.example.com/company, without a user, a query or a fragment',
    );
  }
  return value;
}
