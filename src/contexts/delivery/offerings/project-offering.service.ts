import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Page, type PageRequest } from '../../../platform/database/index.js';
import { changeOf, EventPublisher } from '../../../platform/events/index.js';
import { changesIn, hasChanges } from '../../../platform/values/index.js';
import { UsableRateCards } from '../../rates/index.js';
import { projectOfferingCreated, projectOfferingModified } from '../delivery.events.js';
import type { ParentProject } from '../projects/parent-project.js';
import { ProjectRepository } from '../projects/project.repository.js';
import {
  moneyMustBeInProjectCurrency,
  projectMustNotBeArchived,
  projectMustNotBeMerged,
} from '../projects/project.rules.js';
import type { BillingOptions } from '../billing/billing-model.js';
import { newOffering, patchedOffering, type ProjectOfferingState } from './project-offering-state.js';
import type {
  CreateProjectOfferingRequest,
  ListProjectOfferingsQuery,
  ProjectOfferingResponse,
  UpdateProjectOfferingRequest,
} from './project-offering.dto.js';
import { ProjectOfferingRepository } from './project-offering.repository.js';
import {
  billingModelMustFitProject,
  billingMustStayOnceStarted,
  optionsMustBelongToModel,
} from './project-offering.rules.js';
import { versionMustMatch } from '../../../platform/writes/index.js';

@Injectable()
export class ProjectOfferingService {
  constructor(
    private readonly offerings: ProjectOfferingRepository,
    private readonly projects: ProjectRepository,
    private readonly rateCards: UsableRateCards,
    private readonly unitOfWork: UnitOfWork,
    private readonly events: EventPublisher,
  ) {}

  async list(
    organizationId: string,
    projectId: string,
    query: ListProjectOfferingsQuery,
    page: PageRequest,
  ): Promise<Page<ProjectOfferingResponse>> {
    const found = await this.offerings.list(organizationId, { ...query, project_id: projectId }, page);
    if (found.total === 0) await this.projects.get(organizationId, projectId);
    return found;
  }

  create(
    organizationId: string,
    projectId: string,
    request: CreateProjectOfferingRequest,
  ): Promise<ProjectOfferingResponse> {
    return this.unitOfWork.run(async () => {
      const project = await this.projects.lockForKeyShare(organizationId, projectId);
      projectMustNotBeMerged(project.mergedIntoId);
      projectMustNotBeArchived({ is_archived: project.isArchived });
      const offering = newOffering(request);
      optionsMustBelongToModel(offering.billing_model, request.billing_model_options);
      await this.requireFitting(organizationId, project, offering);
      const id = await this.offerings.insert(organizationId, projectId, offering);
      await this.events.publish(projectOfferingCreated, {
        organizationId,
        id,
        payload: { projectId },
      });
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
      versionMustMatch(before);
      const wanted = patchedOffering(before, patch);
      optionsMustBelongToModel(wanted.billing_model, patch.billing_model_options);
      const changes = changesIn(before, wanted);
      if (!hasChanges(changes)) return before;
      const { billing_model, billing_model_options } = changes;
      const isBillingChanged = billing_model !== undefined || billing_model_options !== undefined;
      billingMustStayOnceStarted(project.status, isBillingChanged);
      if (isBillingChanged) await this.requireFitting(organizationId, project, wanted);
      await this.offerings.update(organizationId, id, wanted);
      const after = await this.offerings.get(organizationId, projectId, id);
      await this.events.publish(
        projectOfferingModified,
        changeOf(organizationId, [before, after], changes, { projectId }),
      );
      return after;
    });
  }

  private async requireFitting(
    organizationId: string,
    project: ParentProject,
    { billing_model, billing_model_options: options }: ProjectOfferingState,
  ): Promise<void> {
    billingModelMustFitProject(billing_model, project.projectModel);
    for (const member of ['fixed_revenue', 'retainer_amount'] as const) {
      const place = `billing_model_options.${member}.currency_code`;
      moneyMustBeInProjectCurrency(project.currencyCode, options[member] ?? null, place);
    }
    await this.lockRateCard(organizationId, project, options);
  }

  private async lockRateCard(
    organizationId: string,
    project: ParentProject,
    { rate_card_id: id }: BillingOptions,
  ): Promise<void> {
    if (!id) return;
    const member = 'billing_model_options.rate_card_id';
    const rateCard = await this.rateCards.lockForShare(organizationId, id, member);
    moneyMustBeInProjectCurrency(project.currencyCode, { currency_code: rateCard.currencyCode }, member);
  }
}
