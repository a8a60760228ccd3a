import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { SessionTokenController } from './me/session-token.controller.js';
import { OpenIdSignInController } from './open-id/open-id-sign-in.controller.js';
import { OrganizationModule } from './organization.module.js';
import type { OrganizationSettings } from './organization.settings.js';
import { SessionController } from './sessions/session.controller.js';
import { PasswordController } from './sign-in/password.controller.js';
import { SignInWaysController } from './sign-in/sign-in-ways.controller.js';
import { SignInLinkController } from './sign-in-links/sign-in-link.controller.js';

const ofWay: Readonly<Record<'password' | 'oidc', readonly Type[]>> = {
  password: [PasswordController, SignInLinkController],
  oidc: [OpenIdSignInController],
};

/** The routes by which people sign in, where they may and how they may. */
@Module({})
export class WebSignInModule {
  static forRoot({ SIGN_IN }: OrganizationSettings): DynamicModule {
    return {
      module: WebSignInModule,
      imports: [OrganizationModule],
      controllers: [
        SignInWaysController,
        SessionController,
        SessionTokenController,
        ...SIGN_IN.flatMap((way) => ofWay[way]),
      ],
    };
  }
}
