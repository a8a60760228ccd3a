import { describe, expect, it } from '@jest/globals';
import { plainToInstance } from 'class-transformer';
import { validate } from 'class-validator';
import { ObjectListMember } from './list.member.js';
import { FAULTS, type Fault, type Faults } from './member.js';
import { MetadataMember, ObjectMember, type Metadata } from './object.member.js';
import { TextMember } from './text.member.js';

class Item {
  @TextMember({ description: 'System.', example: 'hubspot' })
  system!: string;
}

class Message {
  @MetadataMember({ description: 'Data.', example: {}, optional: true })
  metadata?: Metadata;

  @ObjectListMember(() => Item, {
    description: 'Items.',
    example: [],
    optional: true,
    maxItems: 3,
    distinctBy: ['system'],
  })
  items?: Item[];

  @ObjectMember(() => Item, { description: 'Item.', example: {}, optional: true })
  item?: Item;
}

async function faultsOf(sent: object): Promise<readonly Fault[]> {
  const [error] = await validate(plainToInstance(Message, sent));
  const described = error?.contexts?.[FAULTS] as { check: Faults } | undefined;
  return described?.check(error?.value) ?? [];
}

describe('metadata', () => {
  it('are an object of texts, numbers, flags and nulls', async () => {
    expect(await faultsOf({ metadata: { text: 'é\n', number: -1.5, flag: false, nothing: null } })).toEqual(
      [],
    );
    expect(await faultsOf({ metadata: {} })).toEqual([]);
    for (const wrong of [[], 'x', 1]) {
      expect(await faultsOf({ metadata: wrong })).toEqual([{ at: '', message: 'must be an object' }]);
    }
  });

  it('hold nothing that is nested, endless or cannot be stored', async () => {
    for (const wrong of [{}, [], Infinity, 'a\0', '\ud800']) {
      expect(await faultsOf({ metadata: { fine: 1, wrong } })).toEqual([
        { at: '.wrong', message: expect.stringContaining('must be text') },
      ]);
    }
  });

  it('have at most 50 members, keys of at most 255 characters and 16 KiB in all', async () => {
    const members = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`key ${index}`, index]));
    expect(await faultsOf({ metadata: members(50) })).toEqual([]);
    expect(await faultsOf({ metadata: members(51) })).toHaveLength(1);
    expect(await faultsOf({ metadata: { ['🐘'.repeat(255)]: 1 } })).toEqual([]);
    expect(await faultsOf({ metadata: { ['k'.repeat(256)]: 1 } })).toHaveLength(1);
    const frame = JSON.stringify({ a: '' }).length;
    expect(await faultsOf({ metadata: { a: 'x'.repeat(16_384 - frame) } })).toEqual([]);
    expect(await faultsOf({ metadata: { a: 'x'.repeat(16_385 - frame) } })).toHaveLength(1);
  });
});

describe('an object', () => {
  it('is checked by the members of its class', async () => {
    expect(await validate(plainToInstance(Message, { item: { system: ' a ' } }))).toEqual([]);
    const [error] = await validate(plainToInstance(Message, { item: { system: 1 } }));
    expect(error).toMatchObject({ property: 'item', children: [{ property: 'system' }] });
  });

  it('is neither a list, nor text, nor null', async () => {
    for (const item of [[], 'x', 1, [{ system: 'a' }]]) {
      expect(await faultsOf({ item })).toEqual([{ at: '', message: 'must be an object' }]);
    }
    expect(await faultsOf({ item: null })).toEqual([{ at: '', message: 'must not be null' }]);
  });
});

describe('a list of objects', () => {
  it('names the items that repeat what must differ', async () => {
    expect(await faultsOf({ items: [{ system: 'a' }, { system: 'A' }] })).toEqual([]);
    expect(await faultsOf({ items: [{ system: 'a' }, { system: 'b' }, { system: ' a' }] })).toEqual([
      { at: '[2]', message: 'must not repeat the system of another item' },
    ]);
  });

  it('has a largest length', async () => {
    const items = ['a', 'b', 'c', 'd'].map((system) => ({ system }));
    expect(await faultsOf({ items })).toEqual([{ at: '', message: 'must be a list of at most 3 items' }]);
    expect(await faultsOf({ items: {} })).toHaveLength(1);
  });
});
