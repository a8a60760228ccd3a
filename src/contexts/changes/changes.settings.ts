import {
  define,
  integerBetween,
  type SettingGroup,
  type Settings,
  type ValuesOf,
} from '../../platform/config/index.js';

const definitions = {
  CHANGES_DAYS: define({
    description: 'How long changes are kept in the feed of changes, in days.',
    fallback: '30',
    read: integerBetween(1, 3650),
  }),
  CHANGES_RETENTION_INTERVAL_MINUTES: define({
    description: 'How often old parts of the feed of changes are removed, in minutes.',
    fallback: '60',
    read: integerBetween(1, 1440),
  }),
};

export type ChangeSettings = Settings & ValuesOf<typeof definitions>;

export const changeSettings: SettingGroup = { definitions };
