import {
  define,
  emailAddress,
  name,
  optionalInteger,
  type SettingGroup,
  type Settings,
  type ValuesOf,
} from '../../platform/config/index.js';

const definitions = {
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
};

export type OrganizationSettings = Settings & ValuesOf<typeof definitions>;

export const organizationSettings: SettingGroup = { definitions };
