import { describe, expect, it } from '@jest/globals';
import { ConnectionTurns } from './connection-turns.js';

const giveUpNothing = (): void => undefined;

describe('turns for connections', () => {
  /** How many a party gets at once. */
  const takeAll = (turns: ConnectionTurns, party: string | undefined): number => {
    let count = 0;
    while (turns.take(party)) count += 1;
    return count;
  };

  it('leave half to others, and half of the rest to others again', () => {
    const turns = new ConnectionTurns(20);
    expect(['a', 'b', 'c', 'd', 'e'].map((party) => takeAll(turns, party))).toEqual([10, 5, 3, 1, 1]);
    expect(takeAll(new ConnectionTurns(2), 'a')).toBe(1);
  });

  it('leave everything that is free to the program itself', () => {
    expect(takeAll(new ConnectionTurns(3), undefined)).toBe(3);
  });

  it('go round between parties, and within one in the order of coming', async () => {
    const turns = new ConnectionTurns(2);
    turns.take('a');
    turns.take('b');
    const order: string[] = [];
    const wait = (party: string, name: string): void =>
      void turns.wait(party, giveUpNothing).then(() => order.push(name));
    for (const name of ['a1', 'a2', 'a3']) wait('a', name);
    wait('b', 'b1');
    wait('c', 'c1');
    const entered: string[] = [];
    for (const party of ['b', 'a', 'b', 'a', 'c', 'a']) {
      turns.giveBack(party);
      await Promise.resolve();
      entered.push(order.slice(entered.join('').length / 2).join(''));
    }
    // Of two connections nobody has both while others may come.
    expect(entered).toEqual(['b1', 'a1', 'c1', 'a2', '', 'a3']);
  });

  it('pass over who has given up, also the last of a party', async () => {
    const turns = new ConnectionTurns(1);
    turns.take('a');
    const entered: string[] = [];
    let giveUp: () => void = giveUpNothing;
    void turns.wait('a', (leave) => (giveUp = leave)).then(() => entered.push('first'));
    void turns.wait('b', giveUpNothing).then(() => entered.push('second'));
    giveUp();
    turns.giveBack('a');
    await Promise.resolve();
    expect(entered).toEqual(['second']);
    turns.giveBack('b');
    expect(turns.take('a')).toBe(true);
  });
});
