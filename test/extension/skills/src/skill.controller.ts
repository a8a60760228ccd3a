import { Body, Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import {
  ApiResource,
  CreateRoute,
  CurrentCaller,
  GetRoute,
  IdParam,
  UpdateRoute,
  type Caller,
} from 'planning-delivery-api/platform';
import { CreateSkillRequest, SkillResponse, UpdateSkillRequest } from './skill.dto.js';
import { skillResource } from './skill.resources.js';
import { skillCrmIdentifierInUse, skillNameInUse } from './skill.rules.js';
import { SkillService } from './skill.service.js';

@Controller({ path: 'skills', version: '1' })
@ApiResource('Skills', 'skills', { id: skillResource })
export class SkillController {
  constructor(private readonly skills: SkillService) {}

  /** Any decorator of Nest works beside those of the platform. */
  @Get()
  @ApiOperation({ summary: 'List skills', description: 'Lists all skills in the order of their creation.' })
  @ApiOkResponse({ type: SkillResponse, isArray: true, description: 'All skills.' })
  listSkills(@CurrentCaller() caller: Caller): Promise<SkillResponse[]> {
    return this.skills.list(caller.organizationId);
  }

  @GetRoute({
    path: ':id',
    response: SkillResponse,
    summary: 'Get a skill',
    description: 'Returns one skill.',
  })
  getSkill(@CurrentCaller() caller: Caller, @IdParam() id: string): Promise<SkillResponse> {
    return this.skills.get(caller.organizationId, id);
  }

  @CreateRoute({
    response: SkillResponse,
    refuses: [skillNameInUse, skillCrmIdentifierInUse],
    summary: 'Create a skill',
    description: 'Creates a skill. A name is unique in the organization (409). Sends `skill.created`.',
  })
  createSkill(@CurrentCaller() caller: Caller, @Body() skill: CreateSkillRequest): Promise<SkillResponse> {
    return this.skills.create(caller.organizationId, skill);
  }

  @UpdateRoute({
    path: ':id',
    response: SkillResponse,
    refuses: [skillNameInUse, skillCrmIdentifierInUse],
    summary: 'Update a skill',
    description: 'Changes a skill. Sends `skill.modified`.',
  })
  updateSkill(
    @CurrentCaller() caller: Caller,
    @IdParam() id: string,
    @Body() patch: UpdateSkillRequest,
  ): Promise<SkillResponse> {
    return this.skills.update(caller.organizationId, id, patch);
  }
}
