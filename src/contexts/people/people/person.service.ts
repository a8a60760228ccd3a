import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Page, type PageRequest } from '../../../platform/database/index.js';
import { changedValues, changeWith, EventPublisher } from '../../../platform/events/index.js';
import { hasChanges } from '../../../platform/values/index.js';
import { OrganizationService, UsableTags } from '../../organization/index.js';
import { CostRateHistory } from '../cost-rate-history/cost-rate-history.js';
import {
  ALWAYS,
  costRateMustBeWritable,
  effectiveDateMustComeWithRate,
} from '../cost-rate-history/cost-rate.rules.js';
import { personCreated, personModified } from '../people.events.js';
import { UsableRoles } from '../roles/usable-roles.js';
import { blankPerson, changedPerson, type PersonState } from './person-state.js';
import type {
  CreatePersonRequest,
  ListPeopleQuery,
  PersonResponse,
  UpdatePersonRequest,
} from './person.dto.js';
import { PersonRepository } from './person.repository.js';
import { versionMustMatch } from '../../../platform/writes/index.js';

const EFFECTIVE_DATE = 'cost_rate_effective_date';

@Injectable()
export class PersonService {
  constructor(
    private readonly people: PersonRepository,
    private readonly costRates: CostRateHistory,
    private readonly roles: UsableRoles,
    private readonly tags: UsableTags,
    private readonly organizations: OrganizationService,
    private readonly unitOfWork: UnitOfWork,
    private readonly events: EventPublisher,
  ) {}

  async list(
    organizationId: string,
    query: ListPeopleQuery,
    page: PageRequest,
    mayReadRates: boolean,
  ): Promise<Page<PersonResponse>> {
    const today = mayReadRates ? await this.organizations.today(organizationId) : null;
    return this.people.list(organizationId, query, page, today);
  }

  async get(organizationId: string, id: string): Promise<PersonResponse> {
    return this.people.get(organizationId, id, await this.organizations.today(organizationId));
  }

  create(
    organizationId: string,
    request: CreatePersonRequest,
    mayWriteRates: boolean,
  ): Promise<PersonResponse> {
    return this.unitOfWork.run(async () => {
      costRateMustBeWritable(mayWriteRates, request);
      effectiveDateMustComeWithRate(request);
      const today = await this.organizations.today(organizationId);
      const unassignedRoleId = await this.roles.getUnassignedId(organizationId);
      const blank = blankPerson(unassignedRoleId);
      const { person, changes } = changedPerson(blank, request, unassignedRoleId, today);
      await this.lockRoles(organizationId, blank, changes);
      const id = await this.people.insert(organizationId, person);
      await this.replaceLists(organizationId, id, blank, changes);
      await this.costRates.change(organizationId, id, request, ALWAYS);
      await this.events.publish(personCreated, { organizationId, id });
      return this.people.get(organizationId, id, today);
    });
  }

  update(
    organizationId: string,
    id: string,
    patch: UpdatePersonRequest,
    mayWriteRates: boolean,
  ): Promise<PersonResponse> {
    return this.unitOfWork.run(async () => {
      const today = await this.organizations.today(organizationId);
      const before = await this.people.lock(organizationId, id, today);
      versionMustMatch(before);
      costRateMustBeWritable(mayWriteRates, patch);
      effectiveDateMustComeWithRate(patch);
      const unassignedRoleId = await this.roles.getUnassignedId(organizationId);
      const { person, changes } = changedPerson(before, patch, unassignedRoleId, today);
      await this.lockRoles(organizationId, before, changes);
      const rate = await this.costRates.change(organizationId, id, patch, today);
      if (!hasChanges(changes) && !hasChanges(rate)) return before;
      await this.people.update(organizationId, id, person);
      await this.replaceLists(organizationId, id, before, changes);
      const after = await this.people.get(organizationId, id, today);
      const values = { ...changedValues(before, after, Object.keys(changes)), ...rate };
      // Setting the first rate, or clearing it, changes its date too.
      const shown = changedValues(before, after, [EFFECTIVE_DATE]);
      const isDateChanged = after[EFFECTIVE_DATE] !== before[EFFECTIVE_DATE];
      await this.events.publish(
        personModified,
        changeWith(organizationId, id, isDateChanged ? { ...values, ...shown, ...rate } : values),
      );
      return after;
    });
  }

  /** Roles that the person has already may stay, though archived. */
  private async lockRoles(
    organizationId: string,
    before: PersonState,
    { role_id, additional_role_ids = [] }: Partial<PersonState>,
  ): Promise<void> {
    const added = additional_role_ids.filter((id) => !before.additional_role_ids.includes(id));
    await this.roles.lockAllForShare(organizationId, [
      ...(role_id === undefined ? [] : [{ id: role_id, member: 'role_id' }]),
      ...added.map((id) => ({ id, member: 'additional_role_ids' })),
    ]);
  }

  private async replaceLists(
    organizationId: string,
    id: string,
    before: PersonState,
    { additional_role_ids, tags }: Partial<PersonState>,
  ): Promise<void> {
    if (additional_role_ids)
      await this.people.replaceAdditionalRoles(organizationId, id, additional_role_ids);
    if (!tags) return;
    await this.people.replaceTags(
      organizationId,
      id,
      await this.tags.lockNamedForShare(organizationId, tags, before.tags),
    );
  }
}
