import { FlagMember, IdMember, TextMember } from '../../../platform/http/index.js';

/** What people choose when they record time for an offering. */
export class TimesheetProject {
  @IdMember({ description: 'The offering.', example: '0193c1a4-6f0e-7b7a-9a52-0d6a6f1c2b51' })
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
