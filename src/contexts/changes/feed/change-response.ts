import { resourceOfTopic, visibleValues } from '../../../platform/events/index.js';
import { allows } from '../../../platform/http/index.js';
import type { ChangeActor, ChangeResponse } from './change.dto.js';
import type { ChangeRow } from './change.repository.js';
import type { FoundRecords } from './record.repository.js';

export function toChangeResponse(
  row: ChangeRow,
  scopes: ReadonlySet<string>,
  withValues: boolean,
  recordOf?: FoundRecords,
): ChangeResponse {
  const { id, position, topic, occurred_on, resource_id, start_date, end_date } = row;
  const mayRead = (scope: string): boolean => allows(scopes, scope);
  return {
    id,
    cursor: position,
    topic,
    occurred_on,
    resource: {
      type: resourceOfTopic(topic),
      id: resource_id ?? id,
      parents: row.parents ?? {},
    },
    modified_properties: row.modified_properties ?? [],
    ...(start_date !== null && end_date !== null && { start_date, end_date }),
    actor: actorOf(row),
    ...(recordOf && { record: recordOf(row) }),
    ...(withValues && { values: visibleValues(topic, row.values ?? {}, mayRead) }),
  };
}

function actorOf(row: ChangeRow): ChangeActor | null {
  const {
    actor_user_id: user_id,
    actor_access_token_id: access_token_id,
    actor_session_id: session_id,
  } = row;
  return user_id === null ? null : { user_id, access_token_id, session_id };
}
