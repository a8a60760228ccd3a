import { basename } from 'node:path';
import { LineCounter, parseDocument, isNode, type Document } from 'yaml';
import type { Mapping, MappingPath, Step } from './mapping.js';
import { MappingNode, type MappingFault, type MappingReading } from './mapping-node.js';
import { readStep } from './step.reader.js';

export class MappingFaults extends Error {
  constructor(file: string, lines: readonly string[]) {
    super(`The mapping file ${file} cannot be used:\n${lines.map((line) => `  ${line}`).join('\n')}`);
  }
}

export interface ReadMapping {
  readonly mapping: Mapping;
  readonly describe: (fault: MappingFault) => string;
}

/** @throws MappingFaults for the form only; columns are checked against the export later */
export function readMapping(path: string, text: string): ReadMapping {
  const file = basename(path);
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: true });
  if (document.errors.length > 0) {
    throw new MappingFaults(
      file,
      document.errors.map((error) => error.message.split('\n')[0] ?? error.code),
    );
  }
  const reading: MappingReading = { faults: [], lineOf: (at) => findLine(document, lines, at) };
  const describe = (fault: MappingFault) =>
    `line ${reading.lineOf(fault.path)}, ${writePath(fault.path)} ${fault.message}`;
  const mapping = readRoot(file, new MappingNode(document.toJS() ?? {}, [], reading));
  if (reading.faults.length > 0) {
    const faults = reading.faults.toSorted(
      (one, other) => reading.lineOf(one.path) - reading.lineOf(other.path),
    );
    throw new MappingFaults(file, faults.map(describe));
  }
  return { mapping, describe };
}

function readRoot(file: string, root: MappingNode): Mapping {
  root.knows('name', 'currency', 'steps');
  const currency = root.child('currency').isGiven ? root.child('currency').text() : undefined;
  const steps: Step[] = [];
  if (!root.child('steps').isGiven) root.child('steps').fault('is missing');
  for (const node of root.child('steps').items()) {
    const earlierSteps = steps.map((step) => step.name);
    const step = readStep(node, { currency, earlierSteps });
    if (earlierSteps.includes(step.name))
      node.child('name').fault(`"${step.name}" is used by an earlier step`);
    steps.push(step);
  }
  return { file, name: root.child('name').text(), steps };
}

/** Of the nearest block when the place itself is missing. */
function findLine(document: Document, lines: LineCounter, path: MappingPath): number {
  for (let length = path.length; length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
  }
  return 1;
}

function writePath(path: MappingPath): string {
  return path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index > 0 ? '.' : ''}${part}`))
    .join('');
}
