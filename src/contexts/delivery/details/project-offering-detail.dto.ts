import { ApiSchema } from '@nestjs/swagger';
import { ResponseListMember, ResponseObjectMember } from '../../../platform/http/index.js';
import { exampleId } from '../../../platform/values/index.js';
import { ProjectOfferingRoleResponse } from '../offering-roles/project-offering-role.dto.js';
import { FinancialSettings } from '../offerings/financial-settings.dto.js';
import { ProjectOfferingResponse } from '../offerings/project-offering.dto.js';
import { TimesheetProject } from '../offerings/timesheet-project.dto.js';

@ApiSchema({ description: 'One offering with its financial settings, its roles and its timesheet project.' })
export class ProjectOfferingDetailResponse extends ProjectOfferingResponse {
  @ResponseObjectMember(() => FinancialSettings, {
    description: 'What the money of the offering is calculated with.',
    example: { currency_code: 'USD', rate_card: null, target_margin: 0.35, sold_snapshot: null },
    derived: true,
  })
  financial_settings!: FinancialSettings;

  @ResponseListMember(() => ProjectOfferingRoleResponse, {
    description: 'All roles of the offering, as in their list.',
    example: [],
    derived: true,
  })
  planned_roles!: ProjectOfferingRoleResponse[];

  @ResponseObjectMember(() => TimesheetProject, {
    description: 'Where time is recorded for the offering.',
    example: {
      id: exampleId('project offering'),
      name: 'Website relaunch: Design',
      is_open: true,
    },
    derived: true,
  })
  timesheet_project!: TimesheetProject;
}

/** The offering for those who may not see cost rates: sold cost and hours together would show them. */
export function withoutCosts(offering: ProjectOfferingDetailResponse): ProjectOfferingDetailResponse {
  const { financial_settings: settings } = offering;
  if (!settings.sold_snapshot) return offering;
  const { cost: _cost, ...sold_snapshot } = settings.sold_snapshot;
  return { ...offering, financial_settings: { ...settings, sold_snapshot } };
}
