import { IdListMember, PropertyListMember } from '../../../platform/http/index.js';

const projectIds = {
  of: 'project',
  minItems: 1,
  nullable: true,
  description:
    'Only events of these projects: of one itself, or of what is in it. Events that name no project are not sent then. After a merge the target names what was moved. Null: all.',
};

const modifiedProperties = {
  minItems: 1,
  nullable: true,
  example: ['status', 'stage_id'],
  description:
    'Of events with `ModifiedProperties` only those in which one of these members changed; all others are sent as before. Null: all.',
};

const excludedTokenIds = {
  of: 'access token',
  minItems: 1,
  nullable: true,
  description:
    'Not what was changed with these access tokens: who follows its own changes gets no echo. Null: whatever the token.',
};

export class WebhookFilterMembers {
  @IdListMember({ ...projectIds, optional: true })
  project_ids?: string[] | null;

  @PropertyListMember({ ...modifiedProperties, optional: true })
  modified_properties?: string[] | null;

  @IdListMember({ ...excludedTokenIds, optional: true })
  exclude_access_token_ids?: string[] | null;
}

export class WebhookFilters {
  @IdListMember(projectIds)
  project_ids!: string[] | null;

  @PropertyListMember(modifiedProperties)
  modified_properties!: string[] | null;

  @IdListMember(excludedTokenIds)
  exclude_access_token_ids!: string[] | null;
}
