import { plainToInstance, TransformationType } from 'class-transformer';
import type { Fault } from '../members/member.js';
import { checkConstraints, isCollection } from './constraint-check.js';
import type { Findings } from './findings.js';
import { noteReferences } from './message-references.js';
import { addUnsafeMembers } from './unsafe-members.js';
import { rulesOf, type MemberRules, type MessageClass } from './message-rules.js';

type Members = Record<string, unknown>;

const visitors = new Map<MessageClass, MessageVisitor>();

/** Made at first use, because a class can be nested in itself. */
export function visitorOf(messageClass: MessageClass): MessageVisitor {
  const known = visitors.get(messageClass);
  if (known) return known;
  const made = new MessageVisitor(messageClass);
  visitors.set(messageClass, made);
  return made;
}

/** Converts and checks in one pass, up to the faults of a 400. The libraries look up all rules for each object. */
export class MessageVisitor {
  private readonly members: readonly MemberRules[];
  private readonly byName: ReadonlyMap<string, MemberRules>;
  private readonly isForTransformer: boolean;

  constructor(private readonly messageClass: MessageClass) {
    const { members, isForTransformer } = rulesOf(messageClass);
    this.members = members;
    this.byName = new Map(members.map((member) => [member.name, member]));
    this.isForTransformer = isForTransformer;
  }

  get hasRules(): boolean {
    return this.members.length > 0;
  }

  visit(sent: object, place: string, findings: Findings): object {
    const { faults } = findings;
    if (this.isForTransformer) {
      if (!addUnsafeMembers(sent, place, faults)) return sent;
      return this.visitConverted(plainToInstance(this.messageClass, sent), place, findings);
    }
    const message = new this.messageClass() as Members;
    for (const name in sent) {
      if (faults.isFull) return message;
      const member = this.byName.get(name);
      const value = (sent as Members)[name];
      if (!member) faults.add(placeOf(place, name), 'is not known here');
      else message[name] = converted(member, value, sent, place, findings);
    }
    this.check(message, place, findings, false);
    return message;
  }

  visitConverted(message: object, place: string, findings: Findings): object {
    for (const name of Object.keys(message)) {
      if (!this.byName.has(name)) findings.faults.add(placeOf(place, name), 'is not known here');
    }
    this.check(message as Members, place, findings, true);
    return message;
  }

  private check(message: Members, parent: string, findings: Findings, isConverted: boolean): void {
    for (const member of this.members) {
      if (findings.faults.isFull) return;
      const { name, conditions, nested } = member;
      const value = message[name];
      if (conditions.length === 0 || conditions.every((holds) => holds(message, value))) {
        checkMember(member, message, parent, findings, isConverted);
      } else if (nested && !isConverted && typeof value === 'object') {
        message[name] = plainToInstance(nested, value);
      }
    }
  }
}

function converted(
  { name, transformations, checks, isNested }: MemberRules,
  sent: unknown,
  parent: object,
  place: string,
  { faults }: Findings,
): unknown {
  // Checks of this program look only at what they know.
  const isOpen = checks.length === 0 && !isNested && typeof sent === 'object' && sent !== null;
  if (isOpen && !addUnsafeMembers(sent, placeOf(place, name), faults)) return sent;
  let value = sent;
  for (const transform of transformations) {
    const type = TransformationType.PLAIN_TO_CLASS;
    value = transform({ value, key: name, obj: parent, type, options: {} });
  }
  return value;
}

function checkMember(
  member: MemberRules,
  message: Members,
  parent: string,
  findings: Findings,
  isConverted: boolean,
): void {
  const { name, checks, constraints, isNested } = member;
  const value = message[name];
  const known = findings.references.length;
  for (const { check, kindOf } of checks) {
    const found = check(value, message);
    if (found.length > 0) {
      addFaults(found, placeOf(parent, name), findings);
      return;
    }
    if (kindOf) noteReferences(message, name, kindOf(message), placeOf(parent, name), findings);
  }
  if (isNested && value !== undefined) {
    const place = placeOf(parent, name);
    const items = visitNested(member, value, place, findings, isConverted);
    message[name] = items;
    checkAllItems(checks, items, place, findings);
  }
  if (findings.references.length > known && Array.isArray(message[name])) {
    findings.rechecks.push(() => checkAllItems(checks, message[name], placeOf(parent, name), findings));
  }
  if (constraints.length > 0) checkConstraints(member, message, placeOf(parent, name), findings);
}

function checkAllItems(
  checks: MemberRules['checks'],
  items: unknown,
  place: string,
  findings: Findings,
): void {
  for (const { checkItems } of checks) {
    if (checkItems) addFaults(checkItems(items as readonly unknown[]), place, findings);
  }
}

function visitNested(
  member: MemberRules,
  value: unknown,
  place: string,
  findings: Findings,
  isConverted: boolean,
): unknown {
  if (!isCollection(value)) return visitObject(member, value, place, findings, isConverted);
  const items: unknown[] = [];
  for (const item of value.values()) {
    if (findings.faults.isFull) break;
    const here = `${place}[${items.length}]`;
    // Only members of this program know that an item cannot be a list.
    const visitItem = isCollection(item) && member.checks.length === 0 ? visitNested : visitObject;
    items.push(visitItem(member, item, here, findings, isConverted));
  }
  return Array.isArray(value) ? items : value;
}

function visitObject(
  { nested = Object }: MemberRules,
  value: unknown,
  place: string,
  findings: Findings,
  isConverted: boolean,
): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    findings.faults.add(place, 'must be an object');
    return value;
  }
  return isConverted
    ? visitorOf(value.constructor as MessageClass).visitConverted(value, place, findings)
    : visitorOf(nested).visit(value, place, findings);
}

function addFaults(found: readonly Fault[], place: string, { faults }: Findings): void {
  for (const { at, message } of found) faults.add(place + at, message);
}

const placeOf = (parent: string, name: string): string =>
  name === '' ? parent || 'body' : parent ? `${parent}.${name}` : name;
