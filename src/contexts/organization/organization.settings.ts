import {
  define,
  emailAddress,
  listOf,
  name,
  optionalInteger,
  type SettingGroup,
  type Settings,
  type ValuesOf,
} from '../../platform/config/index.js';
import { openIdFaults, openIdSettingDefinitions } from './open-id/open-id.settings.js';

const definitions = {
  ...openIdSettingDefinitions,
  ACCESS_TOKEN_IDLE_DAYS: define({
    description: 'After how many days without use an access token ends, 1 to 3650. Absent: never.',
    read: optionalInteger(1, 3650),
  }),
  BOOTSTRAP_ORGANIZATION: define({
    description: 'Name of the organization that the first start on an empty database makes.',
    fallback: 'My Organization',
    read: name,
  }),
  BOOTSTRAP_EMAIL: define({
    description: 'E-mail address of the administrator that the first start makes.',
    fallback: 'admin@example.com',
    read: emailAddress,
  }),
  SIGN_IN: define({
    description:
      'How people can sign in, comma-separated: password, oidc (at the provider OIDC_ISSUER). Not read where WEB is off.',
    fallback: 'password',
    read: listOf('password', 'oidc'),
  }),
};

export type OrganizationSettings = Settings & ValuesOf<typeof definitions>;

export const organizationSettings: SettingGroup = {
  definitions,
  faults: (values) => [
    ...(values.WEB === 'on' && Array.isArray(values.SIGN_IN) && values.SIGN_IN.length === 0
      ? ['SIGN_IN leaves no way to sign in: name password or oidc, or set WEB=off']
      : []),
    ...openIdFaults(values),
  ],
};
