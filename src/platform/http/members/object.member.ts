import { describe, type MemberOptions } from './member.js';

/** An object in an answer, described by its class. */
export function AnswerObjectMember(itemClass: () => new () => object, options: MemberOptions): PropertyDecorator {
  return describe(options, { type: itemClass });
}
