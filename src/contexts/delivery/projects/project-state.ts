import type { CalendarDate, Money } from '../../../platform/values/index.js';
import type { CrmIdentifier } from '../../../platform/crm-identifiers/index.js';
import type { ProjectModel } from '../billing/project-model.js';
import type { ProjectStatus } from '../project-status/project-status.js';

/** What the program decides about a project, in the words of the API. */
export interface ProjectState {
  readonly name: string;
  readonly project_model: ProjectModel;
  readonly client_id: string | null;
  readonly status: ProjectStatus;
  readonly stage_id: string | null;
  readonly start_date: CalendarDate | null;
  readonly end_date: CalendarDate | null;
  /** A ratio of the revenue. */
  readonly target_margin: number;
  readonly target_budget: Money | null;
  /** ISO 4217. */
  readonly currency_code: string;
  readonly tags: readonly string[];
  readonly is_included: boolean;
  readonly crm_identifiers: readonly CrmIdentifier[];
  readonly metadata: object;
  readonly is_archived: boolean;
}

type NewProject = Pick<ProjectState, 'name'> &
  Partial<Omit<ProjectState, 'name' | 'client_id' | 'is_archived'>> & { readonly client_id?: string };

interface Defaults {
  readonly currency_code: string;
  readonly target_margin: number;
}

/** A new project, with a value for everything that the request leaves open. */
export function newProject(request: NewProject, organization: Defaults): ProjectState {
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
