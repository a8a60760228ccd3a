import { Body, Controller, Query } from '@nestjs/common';
import {
  ApiResource,
  CreateRoute,
  CurrentCaller,
  GetRoute,
  IdParam,
  ListRoute,
  RequestedList,
  UpdateRoute,
  type Caller,
  type ListAnswer,
  type ListRequest,
} from 'planning-delivery-api/platform';
import {
  CreateSkillRequest,
  ListSkillsQuery,
  SkillPage,
  SkillResponse,
  UpdateSkillRequest,
} from './skill.dto.js';
import { skillResource } from './skill.resources.js';
import { skillCrmIdentifierInUse, skillNameInUse } from './skill.rules.js';
import { SkillService } from './skill.service.js';

@Controller({ path: 'skills', version: '1' })
@ApiResource('Skills', 'skills', { id: skillResource })
export class SkillController {
  constructor(private readonly skills: SkillService) {}

  @ListRoute({
    response: SkillPage,
    summary: 'List skills',
    description: 'Lists all skills in the order of their creation.',
  })
  listSkills(
    @RequestedList() list: ListRequest,
    @CurrentCaller() caller: Caller,
    @Query() query: ListSkillsQuery,
  ): Promise<ListAnswer<SkillPage>> {
    return list.answer(query, (page) => this.skills.list(caller.organizationId, page));
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
