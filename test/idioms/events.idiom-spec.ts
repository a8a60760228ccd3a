import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Injectable, Module } from '@nestjs/common';
import { OnEvent } from '@nestjs/event-emitter';
import { clientModified } from '../../src/contexts/sales/index.js';
import { UnitOfWork } from '../../src/platform/database/index.js';
import { StatementPipeline } from '../../src/platform/database/protocol/statement-pipeline.js';
import { EventPublisher, topic } from '../../src/platform/events/index.js';
import { newId } from '../../src/platform/values/index.js';
import { createTestApplication, type TestApplication } from '../support/application/test-application.js';

@Injectable()
class ClientListener {
  heard: string[] = [];

  @OnEvent('client.modified')
  hear({ id }: { id: string }): void {
    this.heard.push(id);
  }
}

@Module({ providers: [ClientListener] })
class ListenersModule {}

const undeclared = topic('idiom.undeclared', { meaning: 'None.', subject: 'None.', payload: {} });

describe('events as Nest developers publish and hear them', () => {
  let application: TestApplication;
  let listener: ClientListener;
  let events: EventPublisher;
  let unitOfWork: UnitOfWork;

  beforeAll(async () => {
    application = await createTestApplication({ modules: [ListenersModule] });
    listener = application.get(ClientListener);
    events = application.get(EventPublisher);
    unitOfWork = application.get(UnitOfWork);
  });
  afterAll(() => application.close());
  beforeEach(() => {
    listener.heard = [];
  });

  const publish = async (): Promise<string> => {
    const { organizationId } = application;
    const id = newId();
    await events.publish(clientModified, { organizationId, id, payload: { modifiedProperties: ['name'] } });
    return id;
  };
  const written = async (): Promise<number> =>
    (await application.database.query<unknown[]>('SELECT 1 FROM outbox_events')).length;

  it('@OnEvent hears in this process what was committed, and nothing before', async () => {
    const id = await unitOfWork.run(async () => {
      const published = await publish();
      expect(listener.heard).toEqual([]);
      return published;
    });
    expect(listener.heard).toEqual([id]);
  });

  it('@OnEvent does not hear what was undone', async () => {
    const undone = unitOfWork.run(async () => {
      await publish();
      throw new Error('changed my mind');
    });
    await expect(undone).rejects.toThrow('changed my mind');
    expect(listener.heard).toEqual([]);
  });

  it('publish() adds to one statement, which goes with COMMIT and numbers all events in their order', async () => {
    const { database } = application;
    const statements = jest.spyOn(StatementPipeline.prototype, 'add');
    const ids = await unitOfWork.run(async () => {
      const first = await publish();
      await database.query('SELECT 1');
      return [first, await publish(), await publish()];
    });
    const texts = statements.mock.calls.map(([{ text }]) => text);
    expect(texts.slice(-2)).toEqual([expect.stringContaining('INSERT INTO outbox_events'), 'COMMIT']);
    statements.mockRestore();
    const told = await database.query<{ id: string }[]>(
      `SELECT body::json #>> '{Payload,Id}' AS id FROM outbox_events ORDER BY number DESC LIMIT 3`,
    );
    expect(told.map(({ id }) => id)).toEqual(ids.toReversed());
  });

  it('publish() of what cannot be written fails with the unit of work, of which nothing stays', async () => {
    const before = await written();
    const failing = unitOfWork.run(async () => {
      await publish();
      await events.publish(clientModified, {
        organizationId: newId(),
        id: newId(),
        payload: { modifiedProperties: ['name'] },
      });
    });
    await expect(failing).rejects.toThrow('outbox_events_organization_fkey');
    expect([await written(), listener.heard]).toEqual([before, []]);
  });

  it('publish() outside of a unit of work is refused', async () => {
    const before = await written();
    await expect(publish()).rejects.toThrow('publish() needs a unit of work.');
    expect([await written(), listener.heard]).toEqual([before, []]);
  });

  it('publish() of a topic that no context declares is refused', async () => {
    const before = await written();
    const { organizationId } = application;
    const published = unitOfWork.run(() => events.publish(undeclared, { organizationId, id: newId() }));
    await expect(published).rejects.toThrow('idiom.undeclared is declared by no context.');
    expect(await written()).toBe(before);
  });
});
