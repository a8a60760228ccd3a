export {
  ResponseListMember,
  ResponseObjectMember,
  ChoiceListMember,
  IdListMember,
  NameListMember,
  PropertyListMember,
  ObjectListMember,
} from './list.member.js';
export { choices, type Choices } from './choices.js';
export {
  CrmIdentifierResponse,
  CrmIdentifiersMember,
  CrmIdentifiersResponse,
  CrmIdentifierValue,
} from './crm-identifiers.member.js';
export { check, member, type Fault, type Faults, type MemberOptions } from './member.js';
export { MoneyMember, MoneyValue } from './money.member.js';
export { MetadataMember, ObjectMember, RecordMember, type Metadata } from './object.member.js';
export {
  ChoiceQuery,
  ChoicesQuery,
  DateQuery,
  FlagQuery,
  IdQuery,
  IdsQuery,
  InstantQuery,
  IntegerQuery,
  MAX_IDS,
  NamesQuery,
  TextQuery,
} from './query.member.js';
export { IdMember } from './id.member.js';
export {
  ChoiceMember,
  EmailMember,
  ResponseTextMember,
  TextMember,
  WebAddressMember,
  SecretMember,
} from './text.member.js';
export {
  ResponseNumberMember,
  CurrencyMember,
  DateMember,
  FlagMember,
  InstantMember,
  isInstant,
  NumberMember,
  TimeZoneMember,
  WeekMember,
} from './value.member.js';
