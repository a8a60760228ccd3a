import type { CreateProjectRequest, ProjectResponse } from './project.dto.js';

/** What the program decides about a project, in the words of the API. */
export type ProjectState = Omit<ProjectResponse, 'id' | 'created_date' | 'modified_date' | 'merged_into_id'>;

interface Defaults {
  readonly currency_code: string;
  readonly target_margin: number;
}

/** A new project, with a value for everything that the request leaves open. */
export function newProject(request: CreateProjectRequest, organization: Defaults): ProjectState {
  const { project_model = 'client' } = request;
  return {
    name: request.name,
    project_model,
    client_id: request.client_id ?? null,
    status: request.status ?? (project_model === 'client' ? 'pre_sale' : 'in_progress'),
    stage_id: request.stage_id ?? null,
    start_date: request.start_date ?? null,
    end_date: request.end_date ?? null,
    target_margin: request.target_margin ?? organization.target_margin,
    target_budget: request.target_budget ?? null,
    currency_code: request.currency_code ?? organization.currency_code,
    tags: request.tags ?? [],
    is_included: request.is_included ?? true,
    crm_identifiers: request.crm_identifiers ?? [],
    metadata: request.metadata ?? {},
    is_archived: false,
  };
}
