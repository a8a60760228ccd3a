import type { Settings } from '../../config/settings.js';
import { isLoopbackHost } from '../../values/index.js';

export type WebSettings = Pick<Settings, 'PUBLIC_URL' | 'WEB_ALLOW_HTTP'>;

export const originOf = ({ PUBLIC_URL }: WebSettings): string => new URL(PUBLIC_URL).origin;

export const isEncrypted = ({ PUBLIC_URL }: WebSettings): boolean => PUBLIC_URL.startsWith('https:');

/** Whether nobody on the way can read a password. */
export const isSafeOnTheWay = (settings: WebSettings): boolean =>
  isEncrypted(settings) || settings.WEB_ALLOW_HTTP || isLoopbackHost(new URL(settings.PUBLIC_URL).hostname);
