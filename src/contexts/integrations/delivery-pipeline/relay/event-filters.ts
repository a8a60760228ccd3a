interface Places {
  readonly event: string;
  readonly subscriber: string;
  readonly withheld: string;
}

/** Ids are compared as texts: what an extension names may be none, and must not keep back the others. */
export const isWanted = ({ event: e, subscriber: s, withheld }: Places): string => `(
  ${e}.topic <> ALL (${withheld}::text[])
  AND (${s}.exclude_access_token_ids IS NULL OR ${e}.actor_access_token_id IS NULL
    OR ${e}.actor_access_token_id <> ALL (${s}.exclude_access_token_ids))
  AND (${s}.modified_properties IS NULL OR ${e}.modified_properties IS NULL
    OR ${e}.modified_properties && ${s}.modified_properties)
  AND CASE WHEN ${s}.project_ids IS NULL THEN true ELSE ${s}.project_ids::text[] && ARRAY[
    ${e}.parents ->> 'project_id', ${e}.parents ->> 'target_project_id',
    CASE WHEN ${e}.topic LIKE 'project.%' THEN ${e}.body::json #>> '{Payload,Id}' END] END)`;
