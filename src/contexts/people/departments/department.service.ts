import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Page, type PageRequest } from '../../../platform/database/index.js';
import { changeOf, EventPublisher } from '../../../platform/events/index.js';
import { changesIn, hasChanges } from '../../../platform/values/index.js';
import { departmentCreated, departmentModified } from '../people.events.js';
import type {
  CreateDepartmentRequest,
  DepartmentResponse,
  ListDepartmentsQuery,
  UpdateDepartmentRequest,
} from './department.dto.js';
import { DepartmentRepository } from './department.repository.js';
import { unassignedDepartmentMustStay } from './department.rules.js';
import { versionMustMatch } from '../../../platform/writes/index.js';

@Injectable()
export class DepartmentService {
  constructor(
    private readonly departments: DepartmentRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly events: EventPublisher,
  ) {}

  list(
    organizationId: string,
    query: ListDepartmentsQuery,
    page: PageRequest,
  ): Promise<Page<DepartmentResponse>> {
    return this.departments.list(organizationId, query, page);
  }

  get(organizationId: string, id: string): Promise<DepartmentResponse> {
    return this.departments.get(organizationId, id);
  }

  create(organizationId: string, department: CreateDepartmentRequest): Promise<DepartmentResponse> {
    return this.unitOfWork.run(async () => {
      const id = await this.departments.insert(organizationId, department);
      await this.events.publish(departmentCreated, { organizationId, id });
      return this.departments.get(organizationId, id);
    });
  }

  update(organizationId: string, id: string, patch: UpdateDepartmentRequest): Promise<DepartmentResponse> {
    return this.unitOfWork.run(async () => {
      const { department, isUnassigned } = await this.departments.lock(organizationId, id);
      versionMustMatch(department);
      const changes = changesIn(department, patch);
      if (!hasChanges(changes)) return department;
      unassignedDepartmentMustStay(isUnassigned, changes);
      await this.departments.update(organizationId, id, changes);
      const after = await this.departments.get(organizationId, id);
      await this.events.publish(departmentModified, changeOf(organizationId, [department, after], changes));
      return after;
    });
  }
}
