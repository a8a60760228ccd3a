import { Module } from '@nestjs/common';
import { OrganizationModule } from './organization.module.js';
import { SessionController } from './sessions/session.controller.js';
import { SignInController } from './sign-in/sign-in.controller.js';
import { SignInLinkController } from './sign-in-links/sign-in-link.controller.js';

@Module({
  imports: [OrganizationModule],
  controllers: [SignInController, SessionController, SignInLinkController],
})
export class WebSignInModule {}
