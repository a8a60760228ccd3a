import { aProject, anOffering, anOfferingRole } from '../factories/delivery.factory.js';
import { aDepartment, aPerson, aRole } from '../factories/people.factory.js';
import { aClient } from '../factories/sales.factory.js';
import type { TestApplication } from './test-application.js';

interface Made extends Record<string, unknown> {
  readonly id: string;
}

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
  newRole(offeringId: string, members?: Record<string, unknown>, projectId?: string): Promise<Made>;
}

export async function createPlanning({ api }: Pick<TestApplication, 'api'>): Promise<Planning> {
  const idOf = async (path: string, body: object) => (await api.create(path, body)).id;
  const departmentId = await idOf('/v1/departments', aDepartment());
  const roleId = await idOf('/v1/roles', aRole(departmentId));
  const clientId = await idOf('/v1/clients', aClient());
  const newProject = (members = {}) => idOf('/v1/projects', aProject(clientId, members));
  const projectId = await newProject();
  return {
    departmentId,
    roleId,
    clientId,
    projectId,
    newProject,
    newOffering: (members = {}, project = projectId) =>
      idOf(`/v1/projects/${project}/offerings`, anOffering(members)),
    newPerson: (members = {}) => idOf('/v1/people', aPerson(members)),
    newRole: (offeringId, members = {}, project = projectId) =>
      api.create<Made>(
        `/v1/projects/${project}/offerings/${offeringId}/roles`,
        anOfferingRole(roleId, members),
      ),
  };
}
