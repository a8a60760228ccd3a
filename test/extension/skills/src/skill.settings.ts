import { define, integerBetween, type SettingGroup, type ValuesOf } from 'planning-delivery-api/platform';

const definitions = {
  SKILLS_PROFILE_KEEP_DAYS: define({
    description: 'Days for which a profile is kept.',
    fallback: '365',
    read: integerBetween(1, 3650),
  }),
};

export const skillSettings: SettingGroup = { definitions };

export type SkillSettings = ValuesOf<typeof definitions>;
