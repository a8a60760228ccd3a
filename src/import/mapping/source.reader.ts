import type { ColumnRule, Lookup, Source } from './mapping.js';
import type { MappingNode } from './mapping-node.js';
import { columnTemplate } from './template.js';

const encodings = ['utf8', 'latin1', 'utf16le'] as const;

export function readSource(node: MappingNode): Source {
  node.knows('file', 'delimiter', 'encoding', 'records');
  const file = node.child('file').isGiven ? node.child('file').text() : undefined;
  if (file === undefined && !node.child('records').isGiven) node.fault('needs a file, records, or both');
  const encoding = node.child('encoding').text('utf8');
  const knownEncoding = encodings.find((candidate) => candidate === encoding);
  if (!knownEncoding) node.child('encoding').fault(`must be one of: ${encodings.join(', ')}`);
  return {
    file,
    delimiter: node.child('delimiter').text(','),
    encoding: knownEncoding ?? 'utf8',
    records: node
      .child('records')
      .items()
      .map((record) => ({ line: record.line, columns: readRecord(record) })),
    path: node.path,
  };
}

function readRecord(node: MappingNode): Record<string, string> {
  return Object.fromEntries(node.entries().map(([column, cell]) => [column, readCell(cell)]));
}

function readCell(node: MappingNode): string {
  const { value } = node;
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value !== null) node.fault('must be text, a number, true or false');
  return '';
}

export function readColumns(node: MappingNode): ColumnRule[] {
  return node.entries().map(([name, child]) => {
    const rule = child.apart().knows('from', 'lookup', 'values', 'when_empty', 'digest');
    // Without "from" a rule cleans the column of its name.
    const own = { template: columnTemplate(name), path: rule.path };
    const from = rule.child('from').optionalTemplate();
    return {
      name,
      from: from ?? own.template,
      lookup: rule.child('lookup').isGiven ? readLookup(rule.child('lookup')) : undefined,
      values: new Map(
        rule
          .child('values')
          .entries()
          .map(([text, to]) => [text, readCell(to)]),
      ),
      isDigest: rule.child('digest').flag(),
      whenEmpty: rule.child('when_empty').optionalTemplate(),
      templates: from ? rule.placedTemplates : [own, ...rule.placedTemplates],
    };
  });
}

function readLookup(node: MappingNode): Lookup {
  node.knows('file', 'key', 'column');
  return {
    file: node.child('file').text(),
    key: node.child('key').text(),
    column: node.child('column').text(),
    path: node.path,
  };
}
