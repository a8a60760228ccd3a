import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { HealthPart } from 'planning-delivery-api/platform';
import { ProfileFigures } from './profile-figures.js';

@ApiSchema({ description: 'Whether old profiles are removed.' })
export class SkillHealth {
  @ApiProperty({ description: 'Degraded: nobody removes them.', enum: ['up', 'degraded'], example: 'up' })
  status!: string;

  @ApiProperty({ description: 'Profiles that are too old.', example: 0 })
  old_profiles!: number;
}

export const profileHealth: HealthPart<ProfileFigures> = {
  name: 'skills',
  response: SkillHealth,
  description: 'The profiles of people.',
  example: { status: 'up', old_profiles: 0 },
  source: ProfileFigures,
  async read(figures) {
    const { tooOld } = await figures.measure();
    return { isWell: tooOld === 0, figures: { old_profiles: tooOld } };
  },
};
