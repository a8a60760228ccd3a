import { DERIVED } from '../../members/member.js';
import { schemasWithin, type Description } from '../model/description-model.js';

/** Only answers have derived members. Call it once the requests are closed. */
export function describeDerived({ components }: Description): void {
  for (const { properties = {}, additionalProperties } of Object.values(components.schemas)) {
    const isRequest = additionalProperties === false;
    for (const member of Object.values(properties).flatMap((property) => [...schemasWithin(property)])) {
      if (isRequest) delete member[DERIVED];
      else if (member[DERIVED])
        member.description = `${member.description} Follows other records: it can change without a new \`modified_date\`.`;
    }
  }
}
