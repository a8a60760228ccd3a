import { describe, expect, it } from '@jest/globals';
import { declareSettings, readSettings } from '../../../../platform/config/index.js';
import { webhookSettings, type WebhookSettings } from '../../integrations.settings.js';
import { Clock } from '../../../../platform/values/index.js';
import type { AttemptSender } from './attempt-sender.js';
import type { AttemptRepository } from './attempt.repository.js';
import { Deliverer } from './deliverer.js';
import type { PipelineDatabase } from '../background/pipeline-database.js';
import type { ReclaimRepository } from './reclaim.repository.js';

declareSettings(webhookSettings);

describe('the deliverer', () => {
  it('claims nothing more once it stops, also of what was waiting for its claim', async () => {
    const claims: number[] = [];
    let begin = (): void => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    let respond = (): void => undefined;
    const responded = new Promise<void>((resolve) => (respond = resolve));
    const attempts: Pick<AttemptRepository, 'claim'> = {
      claim: async (ids) => {
        claims.push(ids.length);
        begin();
        await responded;
        return ids.map(() => null);
      },
    };
    const deliverer = new Deliverer(
      attempts as AttemptRepository,
      {} as ReclaimRepository,
      {} as AttemptSender,
      { pace: { maxItems: 32, gapMs: 10 } } as PipelineDatabase,
      new Clock(),
      readSettings({}) as WebhookSettings,
    );
    const deliveries = Array.from({ length: 100 }, (_, index) => deliverer.deliver(`${index}`));
    await begun;
    const stopped = deliverer.stop(5000);
    respond();
    await stopped;
    await Promise.all(deliveries);
    expect(claims).toHaveLength(1);
    expect(claims[0]).toBeLessThan(100);
  });
});
