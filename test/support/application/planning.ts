import type { ProjectOfferingRoleResponse } from '../../../src/contexts/delivery/offering-roles/project-offering-role.dto.js';
import { ProjectOfferingRoleService } from '../../../src/contexts/delivery/offering-roles/project-offering-role.service.js';
import { ProjectOfferingService } from '../../../src/contexts/delivery/offerings/project-offering.service.js';
import { ProjectService } from '../../../src/contexts/delivery/projects/project.service.js';
import { DepartmentService } from '../../../src/contexts/people/departments/department.service.js';
import { PersonService } from '../../../src/contexts/people/people/person.service.js';
import { RoleService } from '../../../src/contexts/people/roles/role.service.js';
import { ClientService } from '../../../src/contexts/sales/clients/client.service.js';
import { aProject, anOffering, anOfferingRole } from '../../factories/delivery.factory.js';
import { aDepartment, aPerson, aRole } from '../../factories/people.factory.js';
import { aClient } from '../../factories/sales.factory.js';
import type { TestModule } from './test-application.js';

/** A project with what planning needs, and ways to add more of it. */
export interface Planning {
  readonly departmentId: string;
  readonly roleId: string;
  readonly clientId: string;
  readonly projectId: string;
  newProject(members?: Record<string, unknown>): Promise<string>;
  /** @returns the id of an offering of the project, or of another one */
  newOffering(members?: Record<string, unknown>, projectId?: string): Promise<string>;
  newPerson(members?: Record<string, unknown>): Promise<string>;
  /** An offering role of an offering of the project, or of another one. */
  newRole(
    offeringId: string,
    members?: Record<string, unknown>,
    projectId?: string,
  ): Promise<ProjectOfferingRoleResponse>;
}

/** Through the services, since requests take several times as long. @param organizationId whose it is */
export async function createPlanning(
  application: TestModule,
  organizationId = application.organizationId,
): Promise<Planning> {
  const [people, projects, offerings, roles] = [
    application.get(PersonService),
    application.get(ProjectService),
    application.get(ProjectOfferingService),
    application.get(ProjectOfferingRoleService),
  ];
  const { id: departmentId } = await application.get(DepartmentService).create(organizationId, aDepartment());
  const { id: roleId } = await application.get(RoleService).create(organizationId, aRole(departmentId), true);
  const { id: clientId } = await application.get(ClientService).create(organizationId, aClient());
  const newProject = async (members = {}) =>
    (await projects.create(organizationId, aProject(clientId, members))).id;
  const projectId = await newProject();
  return {
    departmentId,
    roleId,
    clientId,
    projectId,
    newProject,
    newOffering: async (members = {}, project = projectId) =>
      (await offerings.create(organizationId, project, anOffering(members))).id,
    newPerson: async (members = {}) => (await people.create(organizationId, aPerson(members), true)).id,
    newRole: (offeringId, members = {}, project = projectId) =>
      roles.create(
        organizationId,
        { projectId: project, projectOfferingId: offeringId },
        anOfferingRole(roleId, members),
      ),
  };
}
