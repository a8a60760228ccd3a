import {
  applyDecorators,
  Controller,
  Get,
  HttpCode,
  Post,
  Redirect,
  UseFilters,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../routes/public.js';
import { BrowserGuard } from './browser.guard.js';
import { NavigationGuard } from './navigation.guard.js';
import { RefusedNavigationFilter } from './refused-navigation.filter.js';
import { SignedInInterceptor } from './signed-in.interceptor.js';

/** Routes that accept a cookie. They are no part of the API, so its description has none of them. */
export const BrowserController = (path: string): ClassDecorator =>
  applyDecorators(
    Controller(path),
    Public(),
    ApiExcludeController(),
    UseGuards(BrowserGuard),
    UseInterceptors(SignedInInterceptor),
  );

/** Pages of other sites, previews and prefetching cannot send them. */
export const BrowserRoute = (path: string, status = 200): MethodDecorator =>
  applyDecorators(Post(path), HttpCode(status));

export interface Navigation {
  readonly url: string;
}

/** Routes that a browser is led to, also from other sites: what they do must depend on no cookie but one of their own. */
export const NavigationController = (path: string): ClassDecorator =>
  applyDecorators(
    Controller(path),
    Public(),
    ApiExcludeController(),
    UseGuards(NavigationGuard),
    UseInterceptors(SignedInInterceptor),
    UseFilters(RefusedNavigationFilter),
  );

export const NavigationRoute = (path: string): MethodDecorator =>
  applyDecorators(Get(path), Redirect('', 303));
