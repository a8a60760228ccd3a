import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ConflictException, Module } from '@nestjs/common';
import { EventEmitter2 } from '@nestjs/event-emitter';
import { QueryFailedError, type EntityManager } from 'typeorm';
import { clientCreated } from '../../src/contexts/sales/index.js';
import { declareConstraintErrors, UnitOfWork } from '../../src/platform/database/index.js';
import { conflict } from '../../src/platform/errors/index.js';
import { EventPublisher } from '../../src/platform/events/index.js';
import { newId } from '../../src/platform/values/index.js';
import { createTestApplication, type TestApplication } from '../support/application/test-application.js';
import { createTables, Level, Skill, skillEntities, SkillService } from './skills.js';
import { limitFor } from '../support/programs/machine-load.js';

@Module({ imports: [skillEntities], providers: [SkillService], exports: [SkillService] })
class SkillsModule {}

const nameInUse = conflict('skill.name_in_use', 'A skill of this name exists already.');
declareConstraintErrors({ idiom_skills_name_key: nameInUse });

describe('in a unit of work', () => {
  let application: TestApplication;
  let skills: SkillService;
  let unitOfWork: UnitOfWork;
  let publisher: EventPublisher;

  beforeAll(async () => {
    application = await createTestApplication({ modules: [SkillsModule] });
    await application.database.query(createTables);
    skills = application.get(SkillService);
    unitOfWork = application.get(UnitOfWork);
    publisher = application.get(EventPublisher);
  });
  afterAll(() => application.close());
  beforeEach(() => application.database.query('TRUNCATE idiom_levels, idiom_skills, outbox_events'));

  const failing = (work: () => Promise<unknown>): Promise<unknown> =>
    unitOfWork
      .run(async () => {
        await work();
        throw new Error('given up');
      })
      .catch((error: Error) => error.message);

  const ways: Readonly<Record<string, () => Promise<unknown>>> = {
    'a repository': () => skills.save('TypeScript'),
    'a repository of the data source': () =>
      skills.source.getRepository(Skill).insert({ skillName: 'TypeScript' }),
    'a query builder': () =>
      skills.skills.createQueryBuilder().insert().values({ skillName: 'TypeScript' }).execute(),
    'a query of the data source': () =>
      skills.source.query(`INSERT INTO idiom_skills (skill_name) VALUES ('TypeScript')`),
    'an entity manager': () => skills.source.manager.save(Skill, [{ skillName: 'TypeScript' }]),
    'a transaction of the data source': () =>
      skills.source.transaction((manager) => manager.insert(Skill, { skillName: 'TypeScript' })),
    'a transaction of the manager, in which a repository is used': () =>
      skills.skills.manager.transaction(() => skills.save('TypeScript')),
    'a query runner': async () => {
      const runner = skills.source.createQueryRunner();
      await runner.connect();
      await runner.startTransaction();
      await runner.manager.insert(Skill, { skillName: 'TypeScript' });
      await runner.commitTransaction();
      await runner.release();
    },
  };

  it.each(Object.entries(ways))('what %s writes takes part', async (_, write) => {
    expect(await failing(write)).toBe('given up');
    expect(await skills.names()).toEqual([]);
    await unitOfWork.run(write);
    expect(await skills.names()).toEqual(['TypeScript']);
  });

  it('one sees what the others have written', async () => {
    await unitOfWork.run(async () => {
      const skill = await skills.save('TypeScript');
      await skills.levels.save({ level: 3, masteredSkill: skill });
      expect(await skills.source.query('SELECT count(*)::int AS count FROM idiom_levels')).toEqual([
        { count: 1 },
      ]);
      const found = await skills.levels.find({ relations: { masteredSkill: true } });
      expect(found.map(({ masteredSkill }) => masteredSkill.skillName)).toEqual(['TypeScript']);
      expect(await skills.source.createQueryBuilder(Level, 'l').getCount()).toBe(1);
    });
  });

  it('thirty units at once that use repositories need no second connection each', async () => {
    const began = performance.now();
    const names = Array.from({ length: 30 }, (_, index) => `Skill ${String(index).padStart(2, '0')}`);
    await Promise.all(names.map((name) => unitOfWork.run(() => skills.save(name))));
    expect(await skills.names()).toEqual(names);
    const took = performance.now() - began;
    expect(took).toBeLessThan(await limitFor(took, 5000));
  });

  describe('a nested transaction', () => {
    const begin: Readonly<
      Record<string, (work: (manager: EntityManager) => Promise<unknown>) => Promise<unknown>>
    > = {
      'of the data source': (work) => skills.source.transaction(work),
      'of a query runner': async (work) => {
        const runner = skills.source.createQueryRunner();
        await runner.startTransaction();
        try {
          await work(runner.manager);
          await runner.commitTransaction();
        } catch (error) {
          await runner.rollbackTransaction();
          throw error;
        } finally {
          await runner.release();
        }
      },
    };

    it.each(Object.entries(begin))('%s that fails is undone by itself', async (_, nested) => {
      await unitOfWork.run(async () => {
        await skills.save('before');
        const failed = nested(async (manager) => {
          await manager.insert(Skill, { skillName: 'within' });
          await skills.save('within too');
          throw new Error('changed my mind');
        });
        await expect(failed).rejects.toThrow('changed my mind');
        await skills.save('after');
      });
      expect(await skills.names()).toEqual(['after', 'before']);
    });

    it.each(Object.entries(begin))('%s keeps its statement’s error to itself', async (_, nested) => {
      await unitOfWork.run(async () => {
        await skills.save('TypeScript');
        await expect(nested(() => skills.save('TypeScript'))).rejects.toThrow(QueryFailedError);
        await skills.save('Rust');
      });
      expect(await skills.names()).toEqual(['Rust', 'TypeScript']);
      const refused = unitOfWork.run(async () => {
        await nested(() => skills.save('Rust')).catch(() => undefined);
        throw new Error('for another reason');
      });
      await expect(refused).rejects.toThrow('for another reason');
    });

    it('that fails publishes nothing and tells nobody', async () => {
      const heard: string[] = [];
      const hear = jest.fn(({ id }: { id: string }) => heard.push(id));
      application.get(EventEmitter2).on('client.created', hear);
      const [before, within, after] = [newId(), newId(), newId()];
      const publish = (id: string): Promise<void> =>
        publisher.publish(clientCreated, { organizationId: application.organizationId, id });
      await unitOfWork.run(async () => {
        await publish(before);
        await skills.source
          .transaction(async () => {
            await publish(within);
            unitOfWork.afterCommit(() => heard.push('within'));
            throw new Error('changed my mind');
          })
          .catch(() => undefined);
        await publish(after);
      });
      expect(heard).toEqual([before, after]);
      const events = await application.database.query<{ id: string }[]>(
        `SELECT body::json #>> '{Payload,Id}' AS id FROM outbox_events ORDER BY id`,
      );
      expect(events.map(({ id }) => id)).toEqual([before, after]);
    });

    it('holds another one, and that one can be undone without it', async () => {
      await unitOfWork.run(() =>
        skills.source.transaction(async (outer) => {
          await outer.insert(Skill, { skillName: 'outer' });
          await outer
            .transaction(async (inner) => {
              await inner.insert(Skill, { skillName: 'inner' });
              throw new Error('changed my mind');
            })
            .catch(() => undefined);
        }),
      );
      expect(await skills.names()).toEqual(['outer']);
    });

    type Nested = (work: () => Promise<void>) => Promise<void>;
    const kinds: Readonly<Record<string, Nested>> = {
      'a transaction': (work) => skills.source.transaction(work),
      'a query runner': async (work) => {
        const runner = skills.source.createQueryRunner();
        await runner.startTransaction();
        try {
          await work();
          await runner.commitTransaction();
        } catch (error) {
          await runner.rollbackTransaction();
          throw error;
        }
      },
    };
    const changeMind = () => Promise.reject(new Error('changed my mind'));
    const pairs = Object.keys(kinds).flatMap((outer) => Object.keys(kinds).map((inner) => [outer, inner]));

    it.each(pairs)('%s is undone as a whole after %s in it was undone', async (outer = '', inner = '') => {
      const heard: string[] = [];
      await unitOfWork.run(async () => {
        await skills.save('before');
        const undone = kinds[outer]?.(async () => {
          await skills.save('outer');
          unitOfWork.afterCommit(() => heard.push('outer'));
          await expect(kinds[inner]?.(changeMind)).rejects.toThrow('changed my mind');
          await kinds[inner]?.(async () => void (await skills.save('inner')));
          await changeMind();
        });
        await expect(undone).rejects.toThrow('changed my mind');
        await skills.save('after');
      });
      expect([await skills.names(), heard]).toEqual([['after', 'before'], []]);
    });

    it('that cannot begin, since a statement failed before, undoes nothing of the others', async () => {
      const unit = unitOfWork.run(() =>
        skills.source.transaction(async () => {
          await skills.save('kept');
          await skills.source.transaction(changeMind).catch(() => undefined);
          await skills.source.query('SELECT 1 / 0').catch(() => undefined);
          await skills.source.transaction(() => skills.save('never')).catch(() => undefined);
          await skills.source
            .createQueryRunner()
            .startTransaction()
            .catch(() => undefined);
        }),
      );
      await expect(unit).rejects.toThrow('division by zero');
      expect(await skills.names()).toEqual([]);
    });

    it('refuses a second one at the same time, with a sentence', async () => {
      const both = unitOfWork.run(() =>
        Promise.all([
          skills.source.transaction((manager) => manager.insert(Skill, { skillName: 'one' })),
          skills.source.transaction((manager) => manager.insert(Skill, { skillName: 'two' })),
        ]),
      );
      await expect(both).rejects.toThrow(
        'A nested transaction is open in this unit of work: wait for its end',
      );
      expect(await skills.names()).toEqual([]);
    });

    it('of a query runner cannot be ended while one within it is open', async () => {
      const crossed = unitOfWork.run(async () => {
        const [outer, inner] = [skills.source.createQueryRunner(), skills.source.createQueryRunner()];
        await outer.startTransaction();
        await inner.startTransaction();
        await outer.commitTransaction();
      });
      await expect(crossed).rejects.toThrow('A nested transaction is open in this unit of work');
    });

    it('that leaves a query runner’s open is undone alone', async () => {
      await unitOfWork.run(async () => {
        await skills.save('before');
        const left = skills.source.transaction(async () => {
          await skills.source.createQueryRunner().startTransaction();
          await skills.save('within');
        });
        await expect(left).rejects.toThrow('A nested transaction is open in this unit of work');
      });
      expect(await skills.names()).toEqual(['before']);
    });

    it('refuses what the unit asks beside it, and a unit that does not wait for its end', async () => {
      const beside = unitOfWork.run(async () => {
        const nested = skills.source.transaction(() => skills.save('within'));
        await Promise.all([nested, skills.save('beside')]);
      });
      await expect(beside).rejects.toThrow('A nested transaction is open in this unit of work');
      const early = unitOfWork.run(async () => {
        void skills.source.transaction(() => skills.save('within')).catch(() => undefined);
      });
      await expect(early).rejects.toThrow('A nested transaction is still open: wait for its end.');
      expect(await skills.names()).toEqual([]);
    });

    it('refuses an isolation level of its own, and a runner that is released before its end', async () => {
      const own = unitOfWork.run(() => skills.source.transaction('SERIALIZABLE', () => skills.names()));
      await expect(own).rejects.toThrow('it cannot be SERIALIZABLE for a part');
      const left = unitOfWork.run(async () => {
        const runner = skills.source.createQueryRunner();
        await runner.startTransaction();
        await runner.release();
      });
      await expect(left).rejects.toThrow('A query runner was released before its transaction was ended.');
    });
  });

  it('an entity that comes too late is refused', async () => {
    let late: EntityManager | undefined;
    await unitOfWork.run(async () => {
      late = skills.source.createQueryRunner().manager;
    });
    await expect(late?.insert(Skill, { skillName: 'late' })).rejects.toThrow('comes too late');
  });

  it('who catches the error of a statement can throw another one', async () => {
    await skills.save('TypeScript');
    const again = unitOfWork.run(async () => {
      try {
        await skills.save('TypeScript');
      } catch (error) {
        if (error instanceof QueryFailedError) throw new ConflictException('There is one already.');
        throw error;
      }
    });
    await expect(again).rejects.toThrow(ConflictException);
  });

  it('who catches the error of a statement and goes on learns that nothing is committed', async () => {
    await skills.save('TypeScript');
    const again = unitOfWork.run(async () => {
      await skills.save('TypeScript').catch(() => undefined);
      await skills.save('Rust').catch(() => undefined);
    });
    await expect(again).rejects.toMatchObject({ code: 'skill.name_in_use' });
    expect(await skills.names()).toEqual(['TypeScript']);
  });

  it('a violated constraint is the refusal that is declared for it', async () => {
    await skills.save('TypeScript');
    const again = unitOfWork.run(() => skills.save('TypeScript'));
    await expect(again).rejects.toMatchObject({ code: 'skill.name_in_use' });
  });
});

describe('outside of a unit of work', () => {
  it('TypeORM is as everybody knows it', async () => {
    const application = await createTestApplication({ modules: [SkillsModule] });
    await application.database.query(createTables);
    const { source } = application.get(SkillService);
    const failed = source.transaction('SERIALIZABLE', async (manager) => {
      await manager.insert(Skill, { skillName: 'within' });
      await manager
        .transaction(async (nested) => {
          await nested.insert(Skill, { skillName: 'nested' });
          throw new Error('changed my mind');
        })
        .catch(() => undefined);
      expect(await manager.find(Skill)).toHaveLength(1);
      throw new Error('given up');
    });
    await expect(failed).rejects.toThrow('given up');
    expect(await source.getRepository(Skill).count()).toBe(0);
    await application.close();
  });
});
