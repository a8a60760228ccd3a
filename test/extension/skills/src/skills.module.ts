import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PersonFollower } from './profiles/person-follower.js';
import { ProfileFigures } from './profiles/profile-figures.js';
import { ProfileRetention } from './profiles/profile-retention.js';
import { SkillProfile } from './profiles/skill-profile.entity.js';
import { SkillController } from './skill.controller.js';
import { Skill } from './skill.entity.js';
import { SkillService } from './skill.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([Skill, SkillProfile])],
  controllers: [SkillController],
  providers: [SkillService, PersonFollower, ProfileFigures, ProfileRetention],
})
export class SkillsModule {}
