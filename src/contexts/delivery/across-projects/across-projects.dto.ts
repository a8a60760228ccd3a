import { ApiSchema } from '@nestjs/swagger';
import { IdMember, IdQuery, pageOf } from '../../../platform/http/index.js';
import { ListProjectOfferingRolesQuery } from '../offering-roles/project-offering-role.dto.js';
import { ListProjectOfferingsQuery } from '../offerings/project-offering.dto.js';
import { ListPlannedTimeQuery, PlannedTimeResponse } from '../planned-time/planned-time.dto.js';

export class ListAllProjectOfferingsQuery extends ListProjectOfferingsQuery {
  @IdQuery({ of: 'project', description: 'Only offerings of this project.' })
  project_id?: string;

  @IdQuery({ of: 'client', description: 'Only offerings of projects for this client.' })
  client_id?: string;
}

export class ListAllProjectOfferingRolesQuery extends ListProjectOfferingRolesQuery {
  @IdQuery({ of: 'project', description: 'Only roles on offerings of this project.' })
  project_id?: string;

  @IdQuery({ of: 'project offering', description: 'Only roles on this offering.' })
  project_offering_id?: string;
}

export class ListAllPlannedTimeQuery extends ListPlannedTimeQuery {
  @IdQuery({ of: 'project', description: 'Only time planned in this project.' })
  project_id?: string;

  @IdQuery({ of: 'project offering', description: 'Only time planned in this offering.' })
  project_offering_id?: string;

  @IdQuery({ of: 'project offering role', description: 'Only time planned for this offering role.' })
  project_offering_role_id?: string;

  @IdQuery({ of: 'role', description: 'Only time of offering roles with this role.' })
  role_id?: string;

  @IdQuery({ of: 'person', description: 'Only time of offering roles that this person fills.' })
  person_id?: string;
}

@ApiSchema({ description: 'The hours planned for one day of an offering role, with where it is.' })
export class PlacedPlannedTimeResponse extends PlannedTimeResponse {
  @IdMember({ of: 'project', description: 'The project.' })
  project_id!: string;

  @IdMember({ of: 'project offering', description: 'The offering.' })
  project_offering_id!: string;

  @IdMember({ of: 'project offering role', description: 'The offering role that the hours are planned for.' })
  project_offering_role_id!: string;
}

export class PlacedPlannedTimePage extends pageOf(PlacedPlannedTimeResponse) {}
