import { expect, it } from '@jest/globals';
import { deviceName } from './device-name.js';

it('a device is called by its browser and its system, where both are known', () => {
  const names = {
    'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0': 'Firefox on Linux',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0':
      'Edge on Windows',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605 Version/19.0 Mobile/15E148 Safari/604.1':
      'Safari on iOS',
    'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36':
      'Chrome on Android',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/140.0 Safari/537.36':
      'Chrome on Linux',
    'Test browser': 'Test browser',
    '': 'Unknown',
  };
  expect(Object.fromEntries(Object.keys(names).map((device) => [device, deviceName(device)]))).toEqual(names);
});
