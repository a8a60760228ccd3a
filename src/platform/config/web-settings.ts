import { parsedUrl } from '../values/index.js';
import { define } from './setting-definition.js';
import { booleanText, oneOf } from './setting-readers.js';

export const webSettingDefinitions = {
  WEB: define({
    description: 'Whether there is a web application at /app, and people can sign in: on or off.',
    fallback: 'on',
    read: oneOf('on', 'off'),
  }),
  PUBLIC_URL: define({
    description:
      'Address at which browsers reach this program. Links, cookies and the sites that may sign people in follow from it. Absent: http://localhost:PORT.',
    derive: ({ PORT }) => `http://localhost:${String(PORT)}`,
    read: publicUrl,
  }),
  WEB_ALLOW_HTTP: define({
    description:
      'Whether people may sign in over plain HTTP from other machines, where everybody on the way can read passwords: true or false.',
    fallback: 'false',
    read: booleanText,
  }),
};

function publicUrl(value: string | undefined): string {
  const url = parsedUrl(value ?? '');
  const isPlain = url && !url.username && !url.password && !url.search && !url.hash;
  if (!isPlain || !['http:', 'https:'].includes(url.protocol)) {
    throw new Error(
      'must be an address such as https://planning.example.com, without a user, a query or a fragment',
    );
  }
  return url.href.replace(/\/+$/, '');
}
