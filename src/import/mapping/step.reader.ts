import { getResource, resourceNames, type Resource, type ResourceName } from '../api/resources.js';
import { readColumns, readSource } from './source.reader.js';
import type { Match, MemberRule, ReferenceValue, Step } from './mapping.js';
import type { MappingNode } from './mapping-node.js';
import { parseTemplate, type Template } from './template.js';
import { readMember, readReference, type ValueScope } from './value.reader.js';

const fields = [
  'name',
  'resource',
  'parent',
  'source',
  'columns',
  'distinct',
  'skip_when_empty',
  'key',
  'match',
  'members',
];

export function readStep(node: MappingNode, scope: ValueScope): Step {
  const step = node.apart().knows(...fields);
  const resourceName = readResourceName(step.child('resource'));
  const resource = resourceName && getResource(resourceName);
  const members = Object.fromEntries(
    step
      .child('members')
      .entries()
      .map(([name, child]) => [name, readMember(child, scope)]),
  );
  const match = resource ? readMatches(step.child('match'), resource, members) : [];
  if (resource?.writing === 'plan') mustHaveDay(step.child('members'), members);
  return {
    name: step.child('name').text(),
    // An unknown resource is a fault, so this step never runs.
    resource: resourceName ?? 'clients',
    parent: resource && readParent(step.child('parent'), resource, scope),
    source: readSource(step.child('source')),
    columns: readColumns(step.child('columns')),
    distinct: step.child('distinct').optionalTemplate(),
    skipWhenEmpty: step.child('skip_when_empty').optionalTemplate(),
    key: step.child('key').optionalTemplate() ?? keyOfMatch(match[0], members),
    match,
    members,
    templates: step.placedTemplates,
  };
}

function readResourceName(node: MappingNode): ResourceName | undefined {
  const name = node.text();
  const known = resourceNames.find((candidate) => candidate === name);
  if (!known && name !== '') node.fault(`must be one of: ${resourceNames.join(', ')}`);
  return known;
}

function readParent(node: MappingNode, resource: Resource, scope: ValueScope): ReferenceValue | undefined {
  if (resource.parent && !node.isGiven)
    node.fault(`is missing: the record of the step with ${resource.parent}`);
  if (!resource.parent && node.isGiven) node.fault('is not possible here: these records have no parent');
  return node.isGiven ? readReference(node.knows('record', 'key'), scope) : undefined;
}

function readMatches(
  node: MappingNode,
  resource: Resource,
  members: Readonly<Record<string, MemberRule>>,
): Match[] {
  if (resource.writing === 'plan' && node.isGiven)
    node.fault('is not possible here: a day is recognised by its date');
  if (!node.isGiven && resource.writing !== 'plan')
    node.fault('is missing: how a record that is there already is recognised');
  return node.items().map((item) => {
    item.knows('crm_identifier', 'member');
    return item.child('member').isGiven
      ? readMemberMatch(item.child('member'), resource, members)
      : readIdentifierMatch(item.child('crm_identifier'), resource);
  });
}

function mustHaveDay(node: MappingNode, members: Readonly<Record<string, MemberRule>>): void {
  if (members['plan_date']?.value.kind !== 'date') node.fault('needs a plan_date with { date: <template> }');
  if (members['hours']?.value.kind !== 'number') node.fault('needs hours with { number: <template> }');
}

/** Unique members only: others could create duplicates after a lost response. */
function readMemberMatch(
  node: MappingNode,
  resource: Resource,
  members: Readonly<Record<string, MemberRule>>,
): Match {
  const member = node.text();
  if (member !== resource.uniqueMember) {
    node.fault(
      resource.uniqueMember
        ? `must be ${resource.uniqueMember}`
        : 'is not possible here: use a crm_identifier',
    );
  } else if (members[member]?.value.kind !== 'text') {
    node.fault(`needs a text template at members.${member}`);
  }
  return { kind: 'member', member };
}

function readIdentifierMatch(node: MappingNode, resource: Resource): Match {
  if (!resource.hasCrmIdentifiers) node.fault('is not possible here: these records have no CRM identifiers');
  node.knows('system', 'identifier', 'url');
  return {
    kind: 'crm_identifier',
    system: node.child('system').text(),
    identifier: node.child('identifier').template(),
    url: node.child('url').optionalTemplate(),
  };
}

function keyOfMatch(match: Match | undefined, members: Readonly<Record<string, MemberRule>>): Template {
  if (match?.kind === 'crm_identifier') return match.identifier;
  const value = match && members[match.member]?.value;
  return value?.kind === 'text' ? value.template : parseTemplate('');
}
