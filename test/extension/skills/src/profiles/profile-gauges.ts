import type { GaugeGroup } from 'planning-delivery-api/platform';
import { ProfileFigures, type ProfileReading } from './profile-figures.js';

export const profileGauges: GaugeGroup<ProfileReading> = {
  source: ProfileFigures,
  gauges: [
    { kind: 'gauge', name: 'skill_profiles', help: 'Profiles of people.', read: ({ profiles }) => profiles },
  ],
};
