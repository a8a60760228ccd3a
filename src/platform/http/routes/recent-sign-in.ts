import { Reflector } from '@nestjs/core';
import { metadataOf } from '../route-metadata.js';

export const RECENT_SIGN_IN_MINUTES = 15;

export const RecentSignIn = Reflector.createDecorator<void>();

export const needsRecentSignIn = (target: object): boolean => metadataOf(RecentSignIn, target) !== undefined;
