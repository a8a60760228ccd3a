import Big from 'big.js';
import type { MemberRule, ReferenceValue, Value } from './mapping.js';
import type { MappingNode } from './mapping-node.js';
import { dateTokens } from './calendar-date.js';
import type { Scale } from './scale.js';
import { parseTemplate } from './template.js';

export interface ValueScope {
  readonly currency: string | undefined;
  readonly earlierSteps: readonly string[];
}

const kinds = ['text', 'number', 'money', 'date', 'boolean', 'record', 'object', 'list'] as const;
// The second is the older spelling.
const divisors = ['divided_by', 'divide_by'] as const;
const options: Readonly<Record<(typeof kinds)[number], readonly string[]>> = {
  text: [],
  number: ['times', ...divisors, 'decimals'],
  money: ['times', ...divisors, 'decimals', 'currency'],
  date: ['format'],
  boolean: [],
  record: ['key'],
  object: [],
  list: [],
};
const one = new Big(1);
const noValue: Value = { kind: 'literal', value: null };

export function readMember(node: MappingNode, scope: ValueScope): MemberRule {
  const value = readValue(node, scope, ['required', 'once', 'replace']);
  return {
    value,
    required: flagOf(node, 'required'),
    once: flagOf(node, 'once'),
    replace: flagOf(node, 'replace'),
  };
}

export function readReference(node: MappingNode, scope: ValueScope): ReferenceValue {
  const step = node.child('record').text();
  if (step !== '' && !scope.earlierSteps.includes(step)) {
    node
      .child('record')
      .fault(
        `names "${step}", which is no earlier step (earlier: ${scope.earlierSteps.join(', ') || 'none'})`,
      );
  }
  return { kind: 'reference', step, key: node.child('key').template() };
}

function readValue(node: MappingNode, scope: ValueScope, extra: readonly string[] = []): Value {
  const { value } = node;
  if (typeof value === 'string')
    return { kind: 'text', template: value === '' ? parseTemplate('') : node.template() };
  if (value === null || typeof value === 'number' || typeof value === 'boolean')
    return { kind: 'literal', value };
  const given = kinds.filter((kind) => node.child(kind).isGiven);
  const [kind] = given;
  if (!kind || given.length > 1) {
    node.fault(`must be a template, a number, true, false, or a block with one of: ${kinds.join(', ')}`);
    return noValue;
  }
  node.knows(kind, ...options[kind], ...extra);
  return readKind(kind, node, scope);
}

function readKind(kind: (typeof kinds)[number], node: MappingNode, scope: ValueScope): Value {
  const content = node.child(kind);
  switch (kind) {
    case 'text':
    case 'boolean':
      return { kind, template: content.template() };
    case 'number':
      return { kind, template: content.template(), scale: readScale(node) };
    case 'money':
      return {
        kind,
        template: content.template(),
        scale: readScale(node),
        currency: readCurrency(node, scope),
      };
    case 'date':
      return { kind, template: content.template(), format: readFormat(node) };
    case 'record':
      return readReference(node, scope);
    case 'object':
      return {
        kind,
        members: Object.fromEntries(
          content.entries().map(([name, child]) => [name, readValue(child, scope)]),
        ),
      };
    case 'list':
      return { kind, items: content.items().map((child) => readValue(child, scope)) };
  }
}

function readScale(node: MappingNode): Scale {
  const [divisor = node.child('divided_by'), another] = divisors
    .map((key) => node.child(key))
    .filter(({ isGiven }) => isGiven);
  another?.fault('is "divided_by" by an older name: use that one only');
  const dividedBy = divisor.decimal() ?? one;
  if (dividedBy.eq(0)) divisor.fault('must not be zero');
  const decimals = node.child('decimals').number();
  if (decimals !== undefined && (!Number.isInteger(decimals) || decimals < 0 || decimals > 10)) {
    node.child('decimals').fault('must be a whole number from 0 to 10');
  }
  return { times: node.child('times').decimal() ?? one, dividedBy, decimals };
}

function readCurrency(node: MappingNode, scope: ValueScope): string {
  const currency = node.child('currency').text(scope.currency ?? '');
  if (!/^[A-Z]{3}$/.test(currency))
    node.fault('needs a currency of three capitals, here or as "currency" at the top of the file');
  return currency;
}

function readFormat(node: MappingNode): string {
  const format = node.child('format').text('YYYY-MM-DD');
  if (!dateTokens.every((token) => format.split(token).length === 2)) {
    node.child('format').fault('must hold YYYY, MM and DD once each');
  }
  return format;
}

function flagOf(node: MappingNode, key: string): boolean {
  return typeof node.value === 'object' && node.value !== null && node.child(key).flag();
}
