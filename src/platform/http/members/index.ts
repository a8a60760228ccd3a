export {
  AnswerListMember,
  ChoiceListMember,
  IdListMember,
  NameListMember,
  ObjectListMember,
} from './list.member.js';
export { check, member, type Fault, type Faults, type MemberOptions } from './member.js';
export { MoneyMember, MoneyValue } from './money.member.js';
export { MetadataMember, type Metadata } from './object.member.js';
export {
  ChoiceQuery,
  ChoicesQuery,
  FlagQuery,
  IdQuery,
  IntegerQuery,
  NamesQuery,
  TextQuery,
} from './query.member.js';
export {
  ChoiceMember,
  EmailMember,
  IdMember,
  isStorableText,
  TextMember,
  WebAddressMember,
} from './text.member.js';
export {
  CurrencyMember,
  DateMember,
  FlagMember,
  InstantMember,
  NumberMember,
  TimeZoneMember,
} from './value.member.js';
