import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EventHandlingRepository } from '../../../src/platform/events/durable/event-handling.repository.js';
import { newId } from '../../../src/platform/values/index.js';
import { wholeTableScans } from '../../support/databases/explain.js';
import { sendingOf } from '../../support/databases/sent-statements.js';
import { createTestModule, type TestModule } from '../../support/application/test-application.js';

const ROWS = 20_000;

describe('where many events wait for durable subscribers', () => {
  let application: TestModule;
  let handlings: EventHandlingRepository;

  beforeAll(async () => {
    application = await createTestModule();
    handlings = application.get(EventHandlingRepository);
    await application.database.query(
      `INSERT INTO event_subscribers (name, topics) SELECT 's' || n, '{client.created}' FROM generate_series(0, 9) n`,
    );
    await application.database.query(
      `INSERT INTO event_handlings (subscriber_name, event_id, organization_id, topic, body, occurred_at, due_at)
       SELECT 's' || n % 10, gen_random_uuid(), $1, 'client.created', '{}', now(), now() + (n - 1000) * interval '1 s'
       FROM generate_series(1, $2::integer) n`,
      [application.organizationId, ROWS],
    );
    await application.database.query('ANALYZE event_handlings, event_subscribers');
  });
  afterAll(() => application.close());

  it.each<[string, () => Promise<unknown>]>([
    ['leasing some', () => handlings.lease(['s1', 's2'], 4, 30)],
    ['reading the figures of health', () => handlings.read()],
    [
      'putting one off',
      () =>
        handlings.putOff(
          {
            subscriber_name: 's1',
            event_id: newId(),
            organization_id: newId(),
            topic: 'client.created',
            body: '{}',
            attempts: 1,
            lease_id: newId(),
          },
          1,
        ),
    ],
  ])('%s goes through no whole table', async (_, ask) => {
    const { statements } = await sendingOf(ask);
    expect(statements).not.toEqual([]);
    expect(await wholeTableScans(application.database, statements)).toEqual([]);
  });
});
