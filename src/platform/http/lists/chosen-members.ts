import { invalid } from '../../errors/index.js';
import type { ItemMembers } from './item-members.js';

export type Choice = ReadonlyMap<string, Choice | 'all'>;

type OpenChoice = Map<string, OpenChoice | 'all'>;

/** @param fields such as `id,assignment.type`. @throws 400 that names what the items do not have */
export function chosenMembers(fields: string, items: ItemMembers): Choice {
  const choice: OpenChoice = new Map();
  for (const field of fields.split(',').map((part) => part.trim())) {
    const path = pathOf(field, items);
    if (!path) {
      throw invalid({
        fields: [`"${field}" is no member of these results: use ${whatIsThere(field, items).join(', ')}`],
      });
    }
    add(choice, path);
  }
  return choice;
}

function pathOf(field: string, items: ItemMembers): string[] | null {
  const [name = '', ...rest] = field.split('.');
  const member = items.get(name);
  if (!member) return null;
  if (rest.length === 0) return [name];
  if (member.members === 'any') return [name, rest.join('.')];
  const within = member.members && pathOf(rest.join('.'), member.members);
  return within ? [name, ...within] : null;
}

function whatIsThere(field: string, items: ItemMembers, place = ''): string[] {
  const [name = '', ...rest] = field.split('.');
  const member = items.get(name);
  if (!member) return [...items.keys()].map((known) => place + known);
  const { members } = member;
  if (members === undefined || members === 'any') return [place + name];
  return whatIsThere(rest.join('.'), members, `${place}${name}.`);
}

function add(choice: OpenChoice, [name = '', ...rest]: readonly string[]): void {
  const before = choice.get(name);
  if (before === 'all') return;
  if (rest.length === 0) {
    choice.set(name, 'all');
    return;
  }
  const within: OpenChoice = before ?? new Map<string, OpenChoice | 'all'>();
  choice.set(name, within);
  add(within, rest);
}

/** The chosen members of a value, in the order of the choice; of a list, those of each item. */
export function pick(value: unknown, choice: Choice): unknown {
  if (Array.isArray(value)) return value.map((item) => pick(item, choice));
  if (typeof value !== 'object' || value === null) return value;
  const picked: Record<string, unknown> = {};
  for (const [name, within] of choice) {
    if (!Object.hasOwn(value, name)) continue;
    const member = (value as Record<string, unknown>)[name];
    picked[name] = within === 'all' ? member : pick(member, within);
  }
  return picked;
}
