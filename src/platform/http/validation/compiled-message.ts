import { TransformationType } from 'class-transformer';
import type { Faults } from '../members/member.js';
import { memberRulesOf, type MemberRules, type MessageClass } from './member-rules.js';

type Members = Record<string, unknown>;

/** The message that is made of what was sent, if that obeys all rules. */
export type Acceptance = (sent: object) => object | undefined;

interface Member extends MemberRules {
  /** The name of the class. */
  readonly targetName: string;
  readonly acceptNested: Acceptance | undefined;
}

const REFUSED = Symbol('refused');
const nothing: Acceptance = () => undefined;
const acceptances = new Map<MessageClass, Acceptance>();

/**
 * What class-transformer and class-validator do with a message, as one function that is made once for a class: they
 * look up the rules again for every object, and describe every member before they know whether it is wrong. Here it is only
 * found out that nothing is. What is refused is described by {@link faultsIn}, and classes with rules that are not known here
 * are left to the libraries.
 */
export function acceptanceOf(messageClass: MessageClass): Acceptance {
  const known = acceptances.get(messageClass);
  if (known) return known;
  const made = compile(messageClass) ?? nothing;
  acceptances.set(messageClass, made);
  return made;
}

/** @returns null for a class with rules that are not known here */
export function compile(messageClass: MessageClass): Acceptance | null {
  const rules = memberRulesOf(messageClass);
  if (!rules) return null;
  const members = rules.map((rule): Member => {
    const { nested } = rule;
    let accept: Acceptance | undefined;
    // At its first use, because a class can be nested in itself.
    return {
      ...rule,
      targetName: messageClass.name,
      acceptNested: nested && ((sent) => (accept ??= acceptanceOf(nested))(sent)),
    };
  });
  const byName = new Map(members.map((member) => [member.name, member]));
  return (sent) => {
    const message = new messageClass() as Members;
    // Own members alone are enumerable in what was parsed.
    for (const name in sent) {
      const member = byName.get(name);
      const converted = member ? convert(member, (sent as Members)[name], sent) : REFUSED;
      if (converted === REFUSED) return undefined;
      message[name] = converted;
    }
    for (const member of members) if (!isFine(member, message)) return undefined;
    return message;
  };
}

function convert(member: Member, sent: unknown, parent: object): unknown {
  const { acceptNested, faults } = member;
  const value = acceptNested ? convertNested(acceptNested, faults?.size, sent) : sent;
  return value === REFUSED ? REFUSED : transformed(member, value, parent);
}

/** What the decorators of a member make of a value. @param parent what was sent, with the member in it */
export function transformed({ name, transformations }: MemberRules, sent: unknown, parent: object): unknown {
  let value = sent;
  for (const transform of transformations) {
    value = transform({
      value,
      key: name,
      obj: parent,
      type: TransformationType.PLAIN_TO_CLASS,
      options: {},
    });
  }
  return value;
}

function convertNested(accept: Acceptance, size: Faults | undefined, sent: unknown): unknown {
  if (sent === undefined || sent === null) return sent;
  if (size && size(sent).length > 0) return REFUSED;
  if (!Array.isArray(sent)) return (isObject(sent) && accept(sent)) || REFUSED;
  const items: object[] = [];
  for (const item of sent as unknown[]) {
    const accepted = isObject(item) && accept(item);
    if (!accepted) return REFUSED;
    items.push(accepted);
  }
  return items;
}

export const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isFine(
  { name, targetName, conditions, constraints, acceptNested }: Member,
  message: Members,
): boolean {
  const value = message[name];
  for (const holds of conditions) if (!holds(message, value)) return true;
  if (acceptNested && value === null) return false;
  for (const { validator, given } of constraints) {
    const details = {
      value,
      object: message,
      property: name,
      targetName,
      constraints: given,
    };
    if (validator.validate(value, details) !== true) return false;
  }
  return true;
}
