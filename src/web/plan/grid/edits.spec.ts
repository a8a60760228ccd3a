import { describe, expect, it } from '@jest/globals';
import { addDays } from '../../hours/weeks.js';
import {
  bodiesOf,
  conflictsIn,
  editsFrom,
  inverseOf,
  keyOf,
  listOf,
  partsOf,
  withLacking,
  withoutSaved,
  withWanted,
} from './edits.js';

const monday = '2026-11-23';
const plan = new Map([[keyOf('a', monday), 800]]);
const wanted = (hours: number, role = 'a', day = monday) => ({ role, day, hours });

describe('what is not saved yet', () => {
  it('remembers what was seen, however often it is changed, and is none once it stands as before', () => {
    const once = withWanted({}, [wanted(600)], plan);
    expect(once).toEqual({ a: { [monday]: { hours: 600, seen: 800 } } });
    const moved = new Map([[keyOf('a', monday), 700]]);
    expect(withWanted(once, [wanted(100)], moved)).toEqual({ a: { [monday]: { hours: 100, seen: 800 } } });
    expect(withWanted(once, [wanted(800)], moved)).toEqual({});
  });

  it('keeps what was typed while a save was on its way', () => {
    const saved = listOf(withWanted({}, [wanted(600), wanted(100, 'b')], plan));
    const typed = withWanted(editsFrom(saved), [wanted(500)], plan);
    expect(withoutSaved(typed, saved)).toEqual({ a: { [monday]: { hours: 500, seen: 600 } } });
  });

  it('keeps that a day was set back while a save was on its way, and is none again where nothing was saved', () => {
    const saved = listOf(withWanted({}, [wanted(600)], plan));
    const cleared = withWanted(editsFrom(saved), [wanted(800)], plan, true);
    expect(withoutSaved(cleared, saved)).toEqual({ a: { [monday]: { hours: 800, seen: 600 } } });
    expect(editsFrom(listOf(cleared))).toEqual({});
    expect(withLacking(cleared, saved)).toEqual({});
  });

  it('is taken back by a save of what was seen', () => {
    const saved = listOf(withWanted({}, [wanted(600)], plan));
    expect(inverseOf(saved)).toEqual({ a: { [monday]: { hours: 800, seen: 600 } } });
  });

  it('is in conflict with what somebody else has made of it, unless that is the same', () => {
    const list = listOf(withWanted({}, [wanted(600)], plan));
    const present = (hours: number) => conflictsIn(list, new Map([[keyOf('a', monday), hours]]));
    expect([present(800), present(600)]).toEqual([[], []]);
    expect(present(700)).toEqual([{ role: 'a', day: monday, hours: 600, seen: 800, present: 700 }]);
    expect(conflictsIn(list, new Map())).toEqual([
      { role: 'a', day: monday, hours: 600, seen: 800, present: 0 },
    ]);
  });

  it('is in conflict where its role is not there any more, whatever is wanted', () => {
    const list = listOf(withWanted({}, [wanted(0), wanted(100, 'b')], plan));
    expect(conflictsIn(list, plan, new Set(['a']))).toEqual([
      { role: 'a', day: monday, hours: 0, seen: 800, present: undefined },
    ]);
  });

  it('is saved in parts, of which each holds all of its roles', () => {
    const days = Array.from({ length: 150 }, (_, index) => wanted(1, 'b', addDays(monday, index)));
    const list = listOf(withWanted({}, [wanted(1), ...days, wanted(1, 'c'), wanted(1, 'd')], plan));
    const roles = partsOf(list, 3).map((part) => [...new Set(part.map(({ role }) => role))]);
    expect(roles).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    expect(partsOf([], 3)).toEqual([]);
  });

  it('is sent in hours, at most 100 days of a role at a time', () => {
    const many = Array.from({ length: 150 }, (_, index) => wanted(1 + index, 'b', addDays(monday, index)));
    const bodies = bodiesOf(listOf(withWanted({}, [wanted(0), ...many], plan)));
    expect(bodies.map(({ role, body }) => [role, body.length])).toEqual([
      ['a', 1],
      ['b', 100],
      ['b', 50],
    ]);
    expect(bodies[0]?.body).toEqual([{ plan_date: monday, hours: 0 }]);
    expect(bodies[1]?.body[29]).toEqual({ plan_date: addDays(monday, 29), hours: 0.3 });
  });
});
