import { describe, expect, it } from '@jest/globals';
import { declareSettings, readSettings } from '../../../../platform/config/index.js';
import { webhookSettings, type WebhookSettings } from '../../integrations.settings.js';
import type { EventHandler } from '../../../../platform/events/index.js';
import type { Admission } from '../admission/admission.js';
import type { EventRelayRepository, RelayedBatch } from './event-relay.repository.js';
import { EventRelay } from './event-relay.js';

declareSettings(webhookSettings);

describe('the relay of events', () => {
  it('takes fewer events at once while each goes to many subscribers', async () => {
    const batches: Partial<RelayedBatch>[] = [
      { events: 200, deliveries: 20_000 },
      { events: 10, deliveries: 1000 },
      { events: 4, deliveries: 20_000 },
      { events: 1, deliveries: 0 },
      {},
    ];
    const asked: number[] = [];
    const nothing = {
      is_mine: true,
      has_more: false,
      events: 0,
      deliveries: 0,
      handed: 0,
      left: 0,
      position: '0',
    };
    const repository: Pick<EventRelayRepository, 'relay' | 'extend'> = {
      extend: async (position) => position,
      relay: async (limit) => {
        asked.push(limit);
        return { ...nothing, ...batches[asked.length - 1] };
      },
    };
    const admission = { loop: { wake: () => undefined } };
    const relay = new EventRelay(
      repository as EventRelayRepository,
      admission as unknown as Admission,
      { wake: () => undefined } as unknown as EventHandler,
      readSettings({ WEBHOOK_RELAY_BATCH: '200' }) as WebhookSettings,
    );
    for (const _ of batches) await relay.run();
    expect(asked).toEqual([200, 10, 10, 1, 200]);
  });
});
