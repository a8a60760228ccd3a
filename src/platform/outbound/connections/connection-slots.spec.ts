import { describe, expect, it } from '@jest/globals';
import { ConnectionSlots } from './connection-slots.js';

const one = ['one.example', '192.0.2.1'];
const other = ['other.example', '192.0.2.1'];

describe('the slots at receivers', () => {
  it('are those of an address also when its names are many', () => {
    const slots = new ConnectionSlots(2);
    slots.open(one);
    slots.open(other);
    expect(one.map(slots.isFull)).toEqual([false, true]);
    slots.closed(one, false);
    expect(other.map(slots.isFull)).toEqual([false, false]);
  });

  it('let an organization begin that holds none where another holds all but the last', () => {
    const slots = new ConnectionSlots(4);
    for (let count = 0; count < 3; count += 1) slots.begin('a', one);
    expect([slots.mayBegin('a', one), slots.mayBegin('b', other)]).toEqual([false, true]);
    slots.begin('b', other);
    expect([slots.mayBegin('c', one), slots.heldBy('a', other), slots.heldBy('b', one)]).toEqual([
      false,
      3,
      1,
    ]);
    slots.end('a', one);
    slots.end('b', other);
    expect(slots.mayBegin('a', one)).toBe(true);
  });

  it('count those that are being closed until they are gone', () => {
    const slots = new ConnectionSlots(1);
    slots.open(one);
    slots.open(one);
    expect(one.map(slots.isOverfull)).toEqual([true, true]);
    slots.beginClosing(one);
    expect([one.map(slots.isOverfull), one.map(slots.isFull)]).toEqual([
      [false, false],
      [true, true],
    ]);
    slots.closed(one, true);
    expect([one.map(slots.closingAt), one.map(slots.isFull)]).toEqual([
      [0, 0],
      [true, true],
    ]);
  });
});
