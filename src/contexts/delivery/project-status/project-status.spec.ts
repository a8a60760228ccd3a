import { describe, expect, it } from '@jest/globals';
import {
  isBeyondAwaitingStart,
  movesFrom,
  projectStatuses,
  statusInStage,
  valid,
  type ProjectStatus,
} from './project-status.js';

const table = {
  pre_sale: ['awaiting_start', 'in_progress'],
  awaiting_start: ['pre_sale', 'in_progress', 'on_hold', 'completed'],
  in_progress: ['on_hold', 'completed'],
  on_hold: ['in_progress', 'completed'],
  completed: ['in_progress'],
} satisfies Record<ProjectStatus, ProjectStatus[]>;

describe('the status of a project', () => {
  it('moves as the contract says, and in no other way', () => {
    expect(Object.fromEntries(projectStatuses.map((status) => [status, movesFrom(status)]))).toEqual(table);
  });

  it('becomes awaiting_start when a sale is won, and stays otherwise', () => {
    expect(statusInStage('pre_sale', 'won')).toBe('awaiting_start');
    expect(statusInStage('pre_sale', 'open')).toBe('pre_sale');
    expect(statusInStage('pre_sale', 'lost')).toBe('pre_sale');
    for (const status of projectStatuses.slice(1)) expect(statusInStage(status, 'won')).toBe(status);
  });
});

describe('work', () => {
  it('begins after awaiting_start', () => {
    expect(projectStatuses.filter(isBeyondAwaitingStart)).toEqual(['in_progress', 'on_hold', 'completed']);
  });
});

describe('a table of moves', () => {
  it('that contradicts itself stops the start', () => {
    expect(valid(table)).toBe(table);
    expect(() => valid({ ...table, completed: [] })).toThrow('could never change again');
    expect(() => valid({ ...table, completed: ['completed'] })).toThrow('from completed to completed');
    expect(() => valid({ ...table, completed: ['on_hold', 'on_hold'] })).toThrow('listed twice');
    expect(() => valid({ ...table, awaiting_start: ['in_progress'] })).toThrow('move to pre_sale');
  });
});
