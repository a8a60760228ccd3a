import { define } from './setting-definition.js';
import { integerBetween } from './setting-readers.js';

export const writeSettingDefinitions = {
  IDEMPOTENCY_HOURS: define({
    description: 'For how many hours the answer to a write with an Idempotency-Key is kept.',
    fallback: '48',
    read: integerBetween(1, 8760),
  }),
};
