import { exportTypes } from '../../lists/accepted-form.js';
import { MAX_EXPORTS } from '../../lists/export-slots.js';
import { EXPORT_PAGE_SIZE } from '../../lists/list-export.js';
import { listedBy } from '../../lists/listed-page.js';
import { resourceOfNoun, type ResourceDefinition } from '../../../resources/index.js';
import { itemKindOf, itemMembersOf } from '../../lists/item-members.js';
import { itemOf } from '../../paging.dto.js';
import { isBound, isReferable, referenceSchema } from '../schemas/named-references.js';
import type { Operation, Parameter } from '../model/description-model.js';

const exportExamples = {
  [exportTypes.csv]: 'A header line, then one line for each result (RFC 4180).',
  [exportTypes.ndjson]: 'One result as JSON on each line.',
};

export function describeList({ parameters = [], responses }: Operation, handler: object): void {
  const page = responses['200'];
  const listed = listedBy(handler);
  if (!listed || !page?.content) return;
  exemplifyFields(parameters, [...itemMembersOf(itemOf(listed)).keys()]);
  const ids = parameters.find(({ name }) => name === 'id');
  if (ids && isReferable(listedResource(handler))) ids.schema.items = referenceSchema;
  for (const [type, description] of Object.entries(exportExamples)) {
    page.content[type.split(';')[0] ?? type] = { schema: { type: 'string', description } };
  }
}

/** Whether its `id` takes what has its name below its parent only. */
export const listsBoundNames = (handler: object): boolean => isBound(listedResource(handler));

function listedResource(handler: object): ResourceDefinition | undefined {
  const listed = listedBy(handler);
  const kind = listed && itemKindOf(itemOf(listed));
  return kind === undefined ? undefined : resourceOfNoun(kind);
}

// Not all items have the members of the shared example.
function exemplifyFields(parameters: readonly Parameter[], members: readonly string[]): void {
  const fields = parameters.find(({ name }) => name === 'fields');
  if (fields && !['id', 'name'].every((name) => members.includes(name)))
    fields.schema.example = members.slice(0, 2).join();
}

export const listsDescription = `**Lists** are paged with \`page\` and \`pageSize\` (at most 500, also spelled \`page_size\`) and have a fixed order. A page past
the end is empty. Filters narrow: a record must match all of them. To read a list whole, send \`cursor=start\`, then each \`next_cursor\`
until it is null: nothing that stays in its place is skipped or repeated while others write, and the last page costs what the first does. A
cursor belongs to the list and its filters, \`pageSize\` and \`fields\` may change, and it never expires. \`modified_since\` finds what changed, \`id\`
finds certain records, and \`fields\` takes some members only: the others, also those marked as required, are then absent. The header \`Link\`
(RFC 8288) has the paths of the next, previous, first and last page as far as they are known; it leaves out what would make it too long.

**Exports.** With \`Accept: text/csv\` or \`application/x-ndjson\` a list streams all that matches instead of a page, whatever its size, without
\`page\`, \`pageSize\` and \`cursor\`. It is no snapshot: a record that others change meanwhile comes as it is when it is read. In CSV, members of
objects are columns such as \`bill_rate.amount\`, lists are JSON in a cell, null is an empty cell and empty text \`""\`; text that a spreadsheet would take
for a formula begins with an apostrophe. An export that fails is cut off: a chunked body without its end is not whole. A process sends ${MAX_EXPORTS} of
more than ${EXPORT_PAGE_SIZE.toLocaleString('en')} records at a time and refuses more with 429 and \`Retry-After\`.`;
