import { applyDecorators, Controller, HttpCode, Post, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../routes/public.js';
import { BrowserGuard } from './browser.guard.js';

/** Routes that accept a cookie. They are no part of the API, so its description has none of them. */
export const BrowserController = (path: string): ClassDecorator =>
  applyDecorators(Controller(path), Public(), ApiExcludeController(), UseGuards(BrowserGuard));

/** The only routes that there are for cookies: pages of other sites, previews and prefetching cannot send them. */
export const BrowserRoute = (path: string, status = 200): MethodDecorator =>
  applyDecorators(Post(path), HttpCode(status));
