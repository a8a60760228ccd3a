/** What a project, its offerings, roles and hours should be after what was done to them: the rules in a few lines. */
export interface ModelProject {
  readonly id: string;
  readonly name: string;
  readonly model: 'client' | 'internal';
  status: string;
  isArchived: boolean;
  mergedInto: ModelProject | null;
}

export interface ModelOffering {
  readonly id: string;
  name: string;
  billingModel: string;
  project: ModelProject;
}

export interface ModelRole {
  readonly id: string;
  readonly offering: ModelOffering;
  person: ModelPerson | null;
  requisition: ModelRequisition | null;
  /** Hours in hundredths by day. */
  readonly planned: Map<string, number>;
}

export interface ModelTime {
  readonly id: string;
  readonly role: ModelRole;
  readonly person: ModelPerson;
  date: string;
  /** Hundredths of an hour. */
  hours: number;
}

export interface ModelPerson {
  readonly id: string;
  readonly startDate: string | null;
  isArchived: boolean;
  archivedOn: string | null;
}

export interface ModelRequisition {
  readonly id: string;
  isClosed: boolean;
}

/** One organization as it should be. */
export class DeliveryModel {
  readonly projects: ModelProject[] = [];
  readonly offerings: ModelOffering[] = [];
  roles: ModelRole[] = [];
  time: ModelTime[] = [];

  constructor(
    readonly clientIds: readonly string[],
    readonly roleIds: readonly string[],
    readonly people: readonly ModelPerson[],
    readonly requisitions: readonly ModelRequisition[],
  ) {}

  offeringsOf = (project: ModelProject): ModelOffering[] =>
    this.offerings.filter((offering) => offering.project === project);

  rolesOf = (project: ModelProject): ModelRole[] =>
    this.roles.filter(({ offering }) => offering.project === project);

  timeOf = (project: ModelProject): ModelTime[] =>
    this.time.filter(({ role }) => role.offering.project === project);

  timeOn = (role: ModelRole): ModelTime[] => this.time.filter((entry) => entry.role === role);

  roleOf = (offering: ModelOffering, person: ModelPerson): ModelRole | undefined =>
    this.roles.find((role) => role.offering === offering && role.person === person);

  isNameTaken = (project: ModelProject, name: string, but?: ModelOffering): boolean =>
    this.offeringsOf(project).some(
      (offering) => offering !== but && offering.name.toLowerCase() === name.toLowerCase(),
    );
}

export const sumOf = (hundredths: Iterable<number>): number =>
  [...hundredths].reduce((total, hours) => total + hours, 0) / 100;
