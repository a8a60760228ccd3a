import { describe, expect, it, jest } from '@jest/globals';
import type { GuardedClient } from '../../../../platform/outbound/index.js';
import { declareSettings, readSettings } from '../../../../platform/config/index.js';
import { webhookSettings, type WebhookSettings } from '../../integrations.settings.js';
import type { ConnectionShareRepository } from './connection-share.repository.js';
import { ConnectionShare } from './connection-share.js';

declareSettings(webhookSettings);

describe('the share of the connections to a host', () => {
  /** Among how many processes they are shared after each look that sees so many. */
  const sharedAmong = async (...seen: readonly number[]): Promise<number[]> => {
    const now = jest.spyOn(performance, 'now');
    const shared: number[] = [];
    const settings = readSettings({}) as WebhookSettings;
    const share = new ConnectionShare(
      { deliveringProcesses: async () => seen[shared.length] } as unknown as ConnectionShareRepository,
      { shareAmong: (processes) => shared.push(processes) } as GuardedClient,
      settings,
    );
    for (const index of seen.keys()) {
      now.mockReturnValue(index * settings.WEBHOOK_SWEEP_INTERVAL_MS);
      await share.update();
      expect(share.isAlone).toBe(shared.at(-1) === 1);
    }
    now.mockRestore();
    return shared;
  };

  it('is less at once when there are more processes', async () => {
    expect(await sharedAmong(1, 2, 5)).toEqual([1, 2, 5]);
  });

  it('stays as it is while others are away for a moment, as after a restart of the database', async () => {
    expect(await sharedAmong(2, 1, 1, 2, 1)).toEqual([2, 2, 2, 2, 2]);
  });

  it('is more when fewer were seen several times in a row, and no more than any of these allows', async () => {
    expect(await sharedAmong(3, 1, 2, 1, 1, 1)).toEqual([3, 3, 3, 2, 2, 1]);
  });
});
