import { declaredRecordForms } from '../../../resources/index.js';
import { RECORD } from '../../members/object.member.js';
import { refTo, schemasWithin, type Description, type Schema } from '../model/description-model.js';

const anything: Schema = { type: 'object', additionalProperties: true };

/** Tells what a member can be that shows a record of any kind. */
export function describeRecords({ components }: Description): void {
  for (const schema of Object.values(components.schemas)) {
    for (const one of schemasWithin(schema)) {
      if (one[RECORD] !== true) continue;
      delete one[RECORD];
      // Nest adds that of the property.
      delete one.type;
      one.anyOf = [...declaredRecordForms().map(formOf), { type: 'null' }];
    }
  }
}

function formOf({ response, isOfDays }: ReturnType<typeof declaredRecordForms>[number]): Schema {
  const record = response ? { $ref: refTo(response.name) } : anything;
  return isOfDays ? { type: 'array', items: record } : record;
}
