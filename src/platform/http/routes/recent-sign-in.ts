import { SetMetadata, type CustomDecorator } from '@nestjs/common';

const RECENT_SIGN_IN = 'recent-sign-in';

export const RECENT_SIGN_IN_MINUTES = 15;

export const RecentSignIn = (): CustomDecorator => SetMetadata(RECENT_SIGN_IN, true);

export const needsRecentSignIn = (target: object): boolean =>
  Reflect.getMetadata(RECENT_SIGN_IN, target) === true;
