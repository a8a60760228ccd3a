import { AsyncResource } from 'node:async_hooks';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TagService } from '../../../src/contexts/organization/tags/tag.service.js';
import { EventEmitter2 } from '@nestjs/event-emitter';
import { UnitOfWork } from '../../../src/platform/database/index.js';
import {
  declareTopics,
  EventPublisher,
  idMember,
  modifiedProperties,
  topic,
} from '../../../src/platform/events/index.js';
import { Database } from '../../../src/platform/database/index.js';
import { Tag } from '../../../src/contexts/organization/tags/tag.entity.js';
import { newId } from '../../../src/platform/values/index.js';
import { createTestModule, type TestModule } from '../../support/application/test-application.js';
import { sendingOf } from '../../support/databases/sent-statements.js';

interface OutboxRow {
  id: string;
  topic: string;
  body: string;
  status: string;
}

const topicOf = (name: string) =>
  topic(`test.${name}`, {
    meaning: 'Something was tested.',
    subject: 'The test.',
    payload: { projectId: idMember('The project.'), modifiedProperties: modifiedProperties() },
  });

const topics = {
  ahead: topicOf('ahead'),
  alone: topicOf('alone'),
  behind: topicOf('behind'),
  heard: topicOf('heard'),
  inner: topicOf('inner'),
  kept: topicOf('kept'),
  lost: topicOf('lost'),
  packet: topicOf('packet'),
};

describe('a unit of work', () => {
  let application: TestModule;
  let unitOfWork: UnitOfWork;
  let events: EventPublisher;
  let database: Database;
  let undeclare: () => void;

  beforeAll(async () => {
    undeclare = declareTopics(Object.values(topics));
    application = await createTestModule();
    unitOfWork = application.get(UnitOfWork);
    events = application.get(EventPublisher);
    database = application.get(Database);
  });
  afterAll(async () => {
    undeclare();
    await application.close();
  });

  const outbox = (name: string) =>
    application.database.query<OutboxRow[]>('SELECT * FROM outbox_events WHERE topic = $1', [name]);

  const event = () => ({
    organizationId: application.organizationId,
    id: newId(),
    payload: { projectId: newId(), modifiedProperties: ['name'] },
  });

  const nameOf = async (id: string) =>
    (await database.first<{ name: string }>('SELECT name FROM organizations WHERE id = $1', [id]))?.name;

  it('writes its events with its work, as the bytes that are sent, and tells listeners after the commit', async () => {
    const heard: unknown[] = [];
    application.get(EventEmitter2).on('test.kept', (told: unknown) => heard.push(told));
    const kept = event();
    await unitOfWork.run(async () => {
      await events.publish(topics.kept, kept);
      expect(heard).toEqual([]);
    });
    expect(heard).toEqual([{ topic: 'test.kept', ...kept }]);
    const [row] = await outbox('test.kept');
    expect(JSON.parse(row?.body ?? '')).toEqual({
      Payload: { Id: kept.id, ProjectId: kept.payload.projectId, ModifiedProperties: ['name'] },
      Topic: 'test.kept',
      CorrelationId: row?.id,
      EventOccurredOn: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      Actor: null,
    });
  });

  it('that fails leaves neither work nor events, and no listener hears of it', async () => {
    const heard: unknown[] = [];
    application.get(EventEmitter2).on('test.lost', (told: unknown) => heard.push(told));
    const failing = unitOfWork.run(async () => {
      await events.publish(topics.lost, event());
      throw new Error('on purpose');
    });
    await expect(failing).rejects.toThrow('on purpose');
    expect([await outbox('test.lost'), heard]).toEqual([[], []]);
  });

  it('that meets a deadlock five times in vain is refused with server.deadlocked', async () => {
    let attempts = 0;
    const failing = unitOfWork.run(async () => {
      attempts += 1;
      await database.rows("DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '40P01'; END $$");
    });
    await expect(failing).rejects.toMatchObject({ code: 'server.deadlocked', retryAfterSeconds: 1 });
    expect(attempts).toBe(5);
  });

  it('that are done again are so one after the other, since they would meet once more', async () => {
    let [running, most, ended] = [0, 0, 0];
    const again = (): Promise<void> => {
      let attempts = 0;
      return unitOfWork.run(async () => {
        attempts += 1;
        if (attempts === 1)
          await database.rows("DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '40001'; END $$");
        await database.rows('SELECT 1');
        running += 1;
        most = Math.max(most, running);
        await database.rows('SELECT pg_sleep(0.05)');
        running -= 1;
        ended += 1;
      });
    };
    await Promise.all(Array.from({ length: 5 }, again));
    expect([most, ended]).toEqual([1, 5]);
  });

  it('judges each part at its end, with statements that nobody waits for and deferred constraints', async () => {
    await database.rows('CREATE TABLE parts (id int UNIQUE DEFERRABLE INITIALLY DEFERRED)');
    const own = new UnitOfWork(application.database);
    const insert = (id: unknown) => database.rows('INSERT INTO parts VALUES ($1)', [id]);
    const forgotten = () => Promise.resolve(void insert('x').catch(() => undefined));
    const outcomes: string[] = [];
    await own.run(async () => {
      for (const work of [() => insert(1), () => insert(1), forgotten, () => insert(2)]) {
        const judged = own.part<unknown>(work, true);
        outcomes.push(
          await judged.then(
            () => 'kept',
            (error: Error) => error.message,
          ),
        );
      }
    });
    expect(outcomes).toEqual([
      'kept',
      expect.stringContaining('parts_id_key'),
      expect.stringContaining('invalid input syntax'),
      'kept',
    ]);
    expect(await database.rows('SELECT id FROM parts ORDER BY id')).toEqual([{ id: 1 }, { id: 2 }]);
  });

  it('ends all of the parts that are side by side when what they sent is answered', async () => {
    const asking = async (times: number) => {
      for (let time = 0; time < times; time += 1) await database.rows('SELECT 1');
      return times;
    };
    const ended = await unitOfWork.run(() =>
      Promise.all([1, 1, 9].map((times) => unitOfWork.part(() => asking(times), false))),
    );
    expect(ended).toEqual([1, 1, 9]);
  });

  it('is needed to publish', async () => {
    await expect(events.publish(topics.alone, event())).rejects.toThrow('unit of work');
  });

  it('inside another one joins it', async () => {
    const failing = unitOfWork.run(async () => {
      await unitOfWork.run(() => events.publish(topics.inner, event()));
      throw new Error('on purpose');
    });
    await expect(failing).rejects.toThrow('on purpose');
    expect(await outbox('test.inner')).toEqual([]);
  });

  it('is not undone by a listener that fails', async () => {
    application.get(EventEmitter2).on('test.heard', () => {
      throw new Error('listener');
    });
    await unitOfWork.run(() => events.publish(topics.heard, event()));
    expect(await outbox('test.heard')).toHaveLength(1);
  });

  it('is joined by a snapshot, which sees its changes', async () => {
    const name = await unitOfWork.run(async () => {
      await database.rows('UPDATE organizations SET name = $2 WHERE id = $1', [
        application.organizationId,
        'Joined',
      ]);
      return database.snapshot(() => nameOf(application.organizationId));
    });
    expect(name).toBe('Joined');
  });

  describe('with statements that nobody waited for', () => {
    const rename = (name: string | null) =>
      database.rows('UPDATE organizations SET name = $2 WHERE id = $1', [application.organizationId, name]);
    // A name must not be null.
    const failing = () => void rename(null).catch(() => undefined);
    const notNull = { driverError: { code: '23502' } };

    it('commits them in their order, with its result', async () => {
      const answer = await unitOfWork.run(async () => {
        void rename('First');
        await events.publish(topics.ahead, event());
        void rename('Second');
        return nameOf(application.organizationId);
      });
      expect([answer, await nameOf(application.organizationId)]).toEqual(['Second', 'Second']);
      expect(await outbox('test.ahead')).toHaveLength(1);
    });

    it('sends them in one packet with what comes next, in the order of their calls', async () => {
      const tag = { organizationId: application.organizationId, id: newId(), name: 'Kept', nameKey: 'kept' };
      const work = async () => {
        await rename('Alone');
        void rename('Not waited for');
        await events.publish(topics.packet, event());
        expect(await nameOf(application.organizationId)).toBe('Not waited for');
        void rename('Before the entity');
        await database.manager.insert(Tag, tag);
        await database.manager.delete(Tag, { id: tag.id });
      };
      const { packets } = await sendingOf(() => unitOfWork.run(work));
      // With BEGIN, three at once, before the entity, with COMMIT.
      expect(packets).toBe(4);
      expect(await nameOf(application.organizationId)).toBe('Before the entity');
    });

    it('fails with the error of the first that fails, and leaves nothing', async () => {
      const before = await nameOf(application.organizationId);
      const work = async () => {
        await rename('Lost');
        failing();
        await events.publish(topics.behind, event());
        return nameOf(application.organizationId);
      };
      await expect(unitOfWork.run(work)).rejects.toMatchObject(notNull);
      expect([await nameOf(application.organizationId), await outbox('test.behind')]).toEqual([before, []]);
    });

    it('fails where only their failure would be ignored', async () => {
      const ignoring = unitOfWork.run(async () => {
        failing();
        await Promise.resolve();
      });
      await expect(ignoring).rejects.toMatchObject(notNull);
    });

    it('takes none after its end', async () => {
      let late: () => Promise<unknown> = () => Promise.resolve();
      await unitOfWork.run(async () => {
        const resource = new AsyncResource('work');
        late = () => resource.runInAsyncScope(() => rename('Late'));
        await rename('In time');
      });
      await expect(late()).rejects.toThrow('too late');
      expect(await nameOf(application.organizationId)).toBe('In time');
    });
  });

  it('whose connection ends fails, and its connection is not used again', async () => {
    const pids = new Set<number>();
    const ending = (end: () => Promise<unknown>) =>
      unitOfWork.run(async () => {
        const backend = await database.first<{ pid: number }>('SELECT pg_backend_pid() AS pid');
        pids.add(backend?.pid ?? 0);
        await end();
        await nameOf(application.organizationId);
      });
    await expect(
      ending(() => database.rows('SELECT pg_terminate_backend(pg_backend_pid())')),
    ).rejects.toThrow();
    const [pid] = pids;
    await expect(ending(() => application.database.query('SELECT 1'))).resolves.toBeUndefined();
    expect([...pids]).toEqual([pid, expect.any(Number)]);
  });

  it('that ends in a deadlock is done again, once, after the other one', async () => {
    const [one, other] = await Promise.all(
      ['Lock one', 'Lock two'].map((name) =>
        application.get(TagService).create(application.organizationId, { name }),
      ),
    );
    let [attempts, held] = [0, 0];
    let meet = (): void => undefined;
    const bothHoldOne = new Promise<void>((resolve) => (meet = resolve));
    const lock = async (tag: { id: string } | undefined) => {
      await database.rows('SELECT 1 FROM tags WHERE id = $1 FOR UPDATE', [tag?.id]);
      held += 1;
      if (held === 2) meet();
    };
    const crossing = (mine: typeof one, theirs: typeof one) =>
      unitOfWork.run(async () => {
        attempts += 1;
        // On a busy machine the pause before may be too short for the other one.
        if (attempts === 3) await Promise.race(units);
        await lock(mine);
        await bothHoldOne;
        await lock(theirs);
      });
    const units = [crossing(one, other), crossing(other, one)];
    await Promise.all(units);
    expect(attempts).toBe(3);
  });
});
