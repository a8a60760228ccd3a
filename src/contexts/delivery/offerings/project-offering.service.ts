import { Injectable } from '@nestjs/common';
import { Database, UnitOfWork, type Page, type PageRequest } from '../../../platform/database/index.js';
import { EventPublisher } from '../../../platform/events/index.js';
import { changesIn, hasChanges } from '../../../platform/values/index.js';
import { RateCardDirectory } from '../../rates/index.js';
import type { DeliveryEvent } from '../delivery.events.js';
import { ProjectOfferingRoleRepository } from '../offering-roles/project-offering-role.repository.js';
import type { HeldProject } from '../projects/held-project.js';
import { ProjectRepository } from '../projects/project.repository.js';
import {
  moneyMustBeInProjectCurrency,
  projectMustNotBeArchived,
  projectMustNotBeMerged,
} from '../projects/project.rules.js';
import type { BillingModelOptions } from './billing-model-options.dto.js';
import { newOffering, patchedOffering, type ProjectOfferingState } from './project-offering-state.js';
import type {
  CreateProjectOfferingRequest,
  ListProjectOfferingsQuery,
  ProjectOfferingDetailResponse,
  ProjectOfferingResponse,
  UpdateProjectOfferingRequest,
} from './project-offering.dto.js';
import { ProjectOfferingRepository } from './project-offering.repository.js';
import {
  billingModelMustFitProject,
  billingMustStayOnceStarted,
  optionsMustBelongToModel,
} from './project-offering.rules.js';

@Injectable()
export class ProjectOfferingService {
  constructor(
    private readonly offerings: ProjectOfferingRepository,
    private readonly projects: ProjectRepository,
    private readonly roles: ProjectOfferingRoleRepository,
    private readonly rateCards: RateCardDirectory,
    private readonly unitOfWork: UnitOfWork,
    private readonly database: Database,
    private readonly events: EventPublisher,
  ) {}

  async list(
    organizationId: string,
    projectId: string,
    query: ListProjectOfferingsQuery,
    page: PageRequest,
  ): Promise<Page<ProjectOfferingResponse>> {
    const found = await this.offerings.list(organizationId, projectId, query, page);
    if (found.total === 0) await this.projects.get(organizationId, projectId);
    return found;
  }

  get(organizationId: string, projectId: string, id: string): Promise<ProjectOfferingDetailResponse> {
    return this.database.snapshot(async () => {
      const offering = await this.offerings.getDetail(organizationId, projectId, id);
      return { ...offering, planned_roles: await this.roles.allOf(organizationId, id) };
    });
  }

  create(
    organizationId: string,
    projectId: string,
    request: CreateProjectOfferingRequest,
  ): Promise<ProjectOfferingResponse> {
    return this.unitOfWork.run(async () => {
      const project = await this.projects.hold(organizationId, projectId);
      projectMustNotBeMerged(project.merged_into_id);
      projectMustNotBeArchived(project);
      const offering = newOffering(request);
      optionsMustBelongToModel(offering.billing_model, request.billing_model_options);
      await this.requireFitting(organizationId, project, offering);
      const id = await this.offerings.insert(organizationId, projectId, offering);
      await this.events.publish({
        topic: 'projectoffering.created',
        organizationId,
        id,
        payload: { projectId },
      } satisfies DeliveryEvent);
      return this.offerings.get(organizationId, projectId, id);
    });
  }

  update(
    organizationId: string,
    projectId: string,
    id: string,
    patch: UpdateProjectOfferingRequest,
  ): Promise<ProjectOfferingResponse> {
    return this.unitOfWork.run(async () => {
      const { offering: before, project } = await this.offerings.lock(organizationId, projectId, id);
      const wanted = patchedOffering(before, patch);
      optionsMustBelongToModel(wanted.billing_model, patch.billing_model_options);
      const changes = changesIn(before, wanted);
      if (!hasChanges(changes)) return before;
      const { billing_model, billing_model_options } = changes;
      const isBillingChanged = billing_model !== undefined || billing_model_options !== undefined;
      billingMustStayOnceStarted(project.status, isBillingChanged);
      if (isBillingChanged) await this.requireFitting(organizationId, project, wanted);
      await this.offerings.update(organizationId, id, wanted);
      await this.events.publish({
        topic: 'projectoffering.modified',
        organizationId,
        id,
        payload: { projectId, modifiedProperties: Object.keys(changes) },
      } satisfies DeliveryEvent);
      return this.offerings.get(organizationId, projectId, id);
    });
  }

  private async requireFitting(
    organizationId: string,
    project: HeldProject,
    { billing_model, billing_model_options: options }: ProjectOfferingState,
  ): Promise<void> {
    billingModelMustFitProject(billing_model, project.project_model);
    for (const member of ['fixed_revenue', 'retainer_amount'] as const) {
      const place = `billing_model_options.${member}.currency_code`;
      moneyMustBeInProjectCurrency(project.currency_code, options[member] ?? null, place);
    }
    await this.holdRateCard(organizationId, project, options);
  }

  private async holdRateCard(
    organizationId: string,
    project: HeldProject,
    { rate_card_id: id }: BillingModelOptions,
  ): Promise<void> {
    if (!id) return;
    const member = 'billing_model_options.rate_card_id';
    const rateCard = await this.rateCards.requireUsable(organizationId, id, member);
    moneyMustBeInProjectCurrency(project.currency_code, rateCard, member);
  }
}
