import { describe, expect, it } from '@jest/globals';
import { ReceiverPlaces } from './receiver-places.js';

const one = ['one.example', '192.0.2.1'];
const other = ['other.example', '192.0.2.1'];

describe('the places at receivers', () => {
  it('are those of an address also when its names are many', () => {
    const places = new ReceiverPlaces(2);
    places.open(one);
    places.open(other);
    expect(one.map(places.isFull)).toEqual([false, true]);
    places.closed(one, false);
    expect(other.map(places.isFull)).toEqual([false, false]);
  });

  it('let an organization begin that holds none where another holds all but the last', () => {
    const places = new ReceiverPlaces(4);
    for (let count = 0; count < 3; count += 1) places.begin('a', one);
    expect([places.mayBegin('a', one), places.mayBegin('b', other)]).toEqual([false, true]);
    places.begin('b', other);
    expect([places.mayBegin('c', one), places.heldBy('a', other), places.heldBy('b', one)]).toEqual([
      false,
      3,
      1,
    ]);
    places.end('a', one);
    places.end('b', other);
    expect(places.mayBegin('a', one)).toBe(true);
  });

  it('count those that are being closed until they are gone', () => {
    const places = new ReceiverPlaces(1);
    places.open(one);
    places.open(one);
    expect(one.map(places.isOverfull)).toEqual([true, true]);
    places.beginClosing(one);
    expect([one.map(places.isOverfull), one.map(places.isFull)]).toEqual([
      [false, false],
      [true, true],
    ]);
    places.closed(one, true);
    expect([one.map(places.closingAt), one.map(places.isFull)]).toEqual([
      [0, 0],
      [true, true],
    ]);
  });
});
