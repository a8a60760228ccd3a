import { Inject, Injectable, type CanActivate } from '@nestjs/common';
import { SETTINGS } from '../../config/settings.js';
import { requestHttpsNeeded } from '../errors/request-refusals.js';
import { isSafeOnTheWay, type WebSettings } from './web-address.js';

@Injectable()
export class NavigationGuard implements CanActivate {
  constructor(@Inject(SETTINGS) private readonly settings: WebSettings) {}

  canActivate(): boolean {
    if (!isSafeOnTheWay(this.settings)) throw requestHttpsNeeded();
    return true;
  }
}
