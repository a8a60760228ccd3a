import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { IsInt } from 'class-validator';
import { MoneyMember, ObjectListMember, ObjectMember, TextMember } from '../members/index.js';
import { compile } from './compiled-message.js';
import { describesItself, faultsIn } from './message-faults.js';

class Item {
  @TextMember({ description: 'Name.', example: 'a' })
  name!: string;

  @MoneyMember({ description: 'Price.', example: { currency_code: 'USD', amount: 1 }, optional: true })
  price?: object;
}

class Message {
  @ObjectListMember(() => Item, { description: 'Items.', example: [], optional: true, distinctBy: ['name'] })
  items?: Item[];

  @ObjectMember(() => Item, { description: 'Item.', example: {}, optional: true, nullable: true })
  item?: Item | null;
}

class Foreign {
  @IsInt()
  size!: number;
}

class AroundForeign {
  @ObjectMember(() => Foreign, { description: 'Foreign.', example: {} })
  foreign!: Foreign;
}

const placesIn = (sent: object): string[] => Object.keys(faultsIn(Message, sent)?.toMembers() ?? {});

describe('the faults of a message', () => {
  it('are named by their places', () => {
    const sent = {
      nmae: 1,
      item: { name: '', price: { currency_code: 'EUR', amount: -1, vat: 0 } },
      items: [{ name: 'a' }, null, [], { name: ' a', unknown: {} }],
    };
    expect(placesIn(sent).sort()).toEqual([
      'item.name',
      'item.price.amount',
      'item.price.vat',
      'items[1]',
      'items[2]',
      'items[3]',
      'items[3].unknown',
      'nmae',
    ]);
    expect(placesIn({ item: null })).toEqual([]);
  });

  it('are at most a hundred, and nobody looks further', () => {
    let looked = 0;
    const item = (): object => ({
      get name() {
        looked += 1;
        return 5;
      },
      wrong: 1,
      other: 2,
    });
    const items = Array.from({ length: 100 }, item);
    expect(placesIn({ items })).toHaveLength(100);
    expect(looked).toBeLessThan(300);
    const unknown = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`m${index}`, 0]));
    expect(placesIn(unknown)).toHaveLength(100);
  });

  it('of a list that is too long do not come from its items', () => {
    const untouchable = new Proxy({}, { ownKeys: fail, get: fail, has: fail, getPrototypeOf: fail });
    const items = Array<object>(101).fill(untouchable);
    expect(faultsIn(Message, { items })?.toMembers()).toEqual({
      items: ['must be a list of at most 100 items'],
    });
    expect(compile(Message)?.({ items })).toBeUndefined();
  });

  it('are left to the libraries where a member, or one below it, is theirs', () => {
    expect([Message, Item].map(describesItself)).toEqual([true, true]);
    expect([Foreign, AroundForeign].map(describesItself)).toEqual([false, false]);
    expect(faultsIn(AroundForeign, {})).toBeNull();
  });
});

function fail(): never {
  throw new Error('was looked at');
}
