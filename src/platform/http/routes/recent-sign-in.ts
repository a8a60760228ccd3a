import { SetMetadata, type CustomDecorator } from '@nestjs/common';

const RECENT_SIGN_IN = 'recent-sign-in';

/** Of a route, or of all routes of a controller. */
export const RecentSignIn = (): CustomDecorator => SetMetadata(RECENT_SIGN_IN, true);

export const needsRecentSignIn = (target: object): boolean =>
  Reflect.getMetadata(RECENT_SIGN_IN, target) === true;
