import { describe, expect, it } from '@jest/globals';
import { plainToInstance } from 'class-transformer';
import { validate } from 'class-validator';
import type { BusinessError } from '../../errors/index.js';
import { validated } from './request-validation.pipe.js';
import { ObjectListMember } from '../members/list.member.js';
import { MetadataMember, ObjectMember, type Metadata } from '../members/object.member.js';
import { TextMember } from '../members/text.member.js';

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

function faultsOf(sent: object): Readonly<Record<string, readonly string[]>> {
  try {
    void validated(Message, sent);
    return {};
  } catch (error) {
    return (error as BusinessError).members;
  }
}

const at = (place: string, message: string): object => ({ [place]: [expect.stringContaining(message)] });

describe('metadata', () => {
  it('are an object of texts, numbers, flags and nulls', () => {
    expect(faultsOf({ metadata: { text: 'é\n', number: -1.5, flag: false, nothing: null } })).toEqual({});
    expect(faultsOf({ metadata: {} })).toEqual({});
    for (const metadata of [[], 'x', 1]) {
      expect(faultsOf({ metadata })).toEqual(at('metadata', 'must be an object'));
    }
  });

  it('hold nothing that is nested, endless or cannot be stored', () => {
    for (const wrong of [{}, [], Infinity, 'a\0', '\ud800']) {
      expect(faultsOf({ metadata: { fine: 1, wrong } })).toEqual(at('metadata.wrong', 'must be text'));
    }
  });

  it('have at most 50 members, keys of at most 255 characters and 16 KiB in all', () => {
    const members = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`key ${index}`, index]));
    const frame = JSON.stringify({ a: '' }).length;
    for (const metadata of [members(50), { ['🐘'.repeat(255)]: 1 }, { a: 'x'.repeat(16_384 - frame) }]) {
      expect(faultsOf({ metadata })).toEqual({});
    }
    expect(faultsOf({ metadata: members(51) })).toEqual(at('metadata', 'at most 50 members'));
    expect(faultsOf({ metadata: { ['k'.repeat(256)]: 1 } })).toEqual(at('metadata', 'keys of 1 to 255'));
    expect(faultsOf({ metadata: { a: 'x'.repeat(16_385 - frame) } })).toEqual(at('metadata', '16 KiB'));
  });
});

describe('an object', () => {
  it('is checked by the members of its class', () => {
    expect(faultsOf({ item: { system: ' a ' } })).toEqual({});
    expect(faultsOf({ item: { system: 1 } })).toEqual(at('item.system', 'must be text'));
  });

  it('is neither a list, nor text, nor null', () => {
    for (const item of [[], 'x', 1, [{ system: 'a' }]]) {
      expect(faultsOf({ item })).toEqual(at('item', 'must be an object'));
    }
    expect(faultsOf({ item: null })).toEqual(at('item', 'must not be null'));
  });
});

describe('a list of objects', () => {
  it('names the items that repeat what must differ', () => {
    expect(faultsOf({ items: [{ system: 'a' }, { system: 'A' }] })).toEqual({});
    expect(faultsOf({ items: [{ system: 'a' }, { system: 'b' }, { system: ' a' }] })).toEqual(
      at('items[2]', 'must not repeat the system of another item'),
    );
  });

  it('has a largest length', () => {
    const items = ['a', 'b', 'c', 'd'].map((system) => ({ system }));
    expect(faultsOf({ items })).toEqual(at('items', 'must be a list of at most 3 items'));
    expect(faultsOf({ items: {} })).toEqual(at('items', 'must be a list'));
  });
});

describe('to class-validator itself', () => {
  it('a member is a constraint like any other', async () => {
    const message = plainToInstance(Message, {
      metadata: { wrong: [] },
      items: [{ system: 'a' }, { system: 'a' }],
    });
    const errors = await validate(message);
    expect(errors.map(({ constraints }) => constraints)).toEqual([
      { member: expect.stringMatching(/^metadata\.wrong must be text/) },
      { member: 'items[1] must not repeat the system of another item' },
    ]);
  });
});
