import { FaultList } from '../faults.js';
import type { MemberCheck } from '../members/member.js';
import { isObject, transformed } from './compiled-message.js';
import { memberRulesOf, type MemberRules, type MessageClass } from './member-rules.js';

type Members = Record<string, unknown>;

/** A member that says itself what is wrong with it. */
type Member = MemberRules & { readonly faults: MemberCheck };
type MembersByName = ReadonlyMap<string, Member>;

const described = new Map<MessageClass, MembersByName | null>();

/**
 * What is wrong with a message, as class-validator would describe it, but no more than a 400 lists: class-validator goes on
 * to the end, and describes everything before it can be counted. Lists that are too long are refused for that alone.
 * @param place the member of the body that it is; default the whole
 * @returns null for a class with members that do not describe their faults themselves
 */
export function faultsIn(messageClass: MessageClass, sent: object, place = ''): FaultList | null {
  const members = describedMembers(messageClass);
  if (!members) return null;
  const faults = new FaultList();
  addFaults(members, sent, converted(messageClass, members, sent), place, faults);
  return faults;
}

/** Whether faultsIn knows the class. */
export const describesItself = (messageClass: MessageClass): boolean =>
  describedMembers(messageClass) !== null;

/** @returns null when it, or a class that is nested in it, has other members */
function describedMembers(messageClass: MessageClass): MembersByName | null {
  const known = described.get(messageClass);
  if (known !== undefined) return known;
  const rules = memberRulesOf(messageClass);
  const isDescribed = rules?.every((rule) => rule.faults !== undefined) ?? false;
  const members = isDescribed ? new Map(rules?.map((rule) => [rule.name, rule as Member])) : null;
  // Before the nested classes, which this one can be among.
  described.set(messageClass, members);
  const nested = [...(members?.values() ?? [])].flatMap((member) => member.nested ?? []);
  if (nested.every((one) => describedMembers(one))) return members;
  described.set(messageClass, null);
  return null;
}

/** The message with what can be made of its members, be it right or wrong. */
function converted(messageClass: MessageClass, members: MembersByName, sent: object): Members {
  const message = new messageClass() as Members;
  for (const member of members.values()) {
    if (!Object.hasOwn(sent, member.name)) continue;
    message[member.name] = transformed(member, nestedOf(member, (sent as Members)[member.name]), sent);
  }
  return message;
}

function nestedOf({ nested, faults }: Member, sent: unknown): unknown {
  const members = nested && describedMembers(nested);
  if (!members) return sent;
  if (isObject(sent)) return converted(nested, members, sent);
  const isFitting = Array.isArray(sent) && (faults.size?.(sent) ?? []).length === 0;
  if (!isFitting) return sent;
  return sent.map((item) => (isObject(item) ? converted(nested, members, item) : (item as unknown)));
}

function addFaults(
  members: MembersByName,
  sent: object,
  message: Members,
  parent: string,
  faults: FaultList,
): void {
  const placeOf = (name: string): string =>
    name === '' ? parent || 'body' : parent ? `${parent}.${name}` : name;
  for (const name in sent) {
    if (faults.isFull) return;
    if (!members.has(name)) faults.add(placeOf(name), 'is not known here');
  }
  for (const member of members.values()) {
    if (faults.isFull) return;
    const value = message[member.name];
    if (!member.conditions.every((holds) => holds(message, value))) continue;
    const place = placeOf(member.name);
    const found = member.faults.check(value);
    for (const { at, message: text } of found) faults.add(place + at, text);
    const isShaped = found.every(({ at }) => at !== '');
    if (member.nested && isShaped)
      addNestedFaults(member.nested, (sent as Members)[member.name], value, place, faults);
  }
}

function addNestedFaults(
  nested: MessageClass,
  sent: unknown,
  value: unknown,
  place: string,
  faults: FaultList,
): void {
  const members = describedMembers(nested);
  if (!members) return;
  if (!Array.isArray(value)) {
    addFaults(members, sent as object, value as Members, place, faults);
    return;
  }
  value.forEach((item: unknown, index) => {
    if (faults.isFull) return;
    const here = `${place}[${index}]`;
    if (isObject(item)) addFaults(members, (sent as object[])[index] ?? {}, item as Members, here, faults);
    else faults.add(here, 'must be an object');
  });
}
