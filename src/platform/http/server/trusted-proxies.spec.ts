import { describe, expect, it } from '@jest/globals';
import express from 'express';
import { readSettings } from '../../config/settings.js';

describe('proxies that the settings take', () => {
  it.each(['10.0.0.1/32', '10.0.0.0/255.0.0.0', 'fd00::/8', '::1/128', '0.0.0.0/1', '10.0.0.1, fd00::1'])(
    'are taken by Express too: %s',
    (networks) => {
      const { TRUST_PROXY } = readSettings({ TRUST_PROXY: networks });
      expect(() => express().set('trust proxy', TRUST_PROXY)).not.toThrow();
    },
  );
});
