import { ApiSchema } from '@nestjs/swagger';
import { FlagMember, IdMember, TextMember } from '../../../platform/http/index.js';

@ApiSchema({ description: 'The offering as the timesheet service sees it.' })
export class TimesheetProject {
  @IdMember({ of: 'project offering', description: 'The offering.' })
  id!: string;

  @TextMember({
    description: 'Name of the project and of the offering.',
    example: 'Website relaunch: Design',
    maxLength: 512,
  })
  name!: string;

  @FlagMember({
    description: 'Whether time is expected: the project is neither completed nor archived.',
    example: true,
  })
  is_open!: boolean;
}
