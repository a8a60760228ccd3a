import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { Length } from 'class-validator';

export class CreateSkillRequest {
  @ApiProperty({ description: 'Name, unique in the organization.', example: 'TypeScript' })
  @Length(1, 100)
  name!: string;
}

@ApiSchema({ description: 'Something that people can do.' })
export class SkillResponse {
  @ApiProperty({ description: 'Id.', format: 'uuid', example: '019aa1d2-7c00-7000-8000-000000000001' })
  id!: string;

  @ApiProperty({ description: 'Name.', example: 'TypeScript' })
  name!: string;
}
