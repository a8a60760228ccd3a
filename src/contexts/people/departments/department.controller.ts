import { Body, Controller, Query } from '@nestjs/common';
import {
  ApiResource,
  CreateRoute,
  CurrentCaller,
  GetRoute,
  IdParam,
  ListRoute,
  RequestedList,
  type ListAnswer,
  type ListRequest,
  UpdateRoute,
  type Caller,
} from '../../../platform/http/index.js';
import {
  CreateDepartmentRequest,
  DepartmentPage,
  DepartmentResponse,
  ListDepartmentsQuery,
  UpdateDepartmentRequest,
} from './department.dto.js';
import { DepartmentService } from './department.service.js';
import {
  departmentNameInUse,
  departmentUnassignedIsFixed,
  departmentCrmIdentifierInUse,
} from './department.rules.js';
import { departmentResource } from '../people.resources.js';

@Controller({ path: 'departments', version: '1' })
@ApiResource('Departments', 'people', { id: departmentResource })
export class DepartmentController {
  constructor(private readonly departments: DepartmentService) {}

  @ListRoute({
    response: DepartmentPage,
    summary: 'List departments',
    description: 'Lists all departments, also archived ones, in the order of their creation.',
  })
  listDepartments(
    @RequestedList() list: ListRequest,
    @CurrentCaller() caller: Caller,
    @Query() query: ListDepartmentsQuery,
  ): Promise<ListAnswer<DepartmentPage>> {
    return list.answer(query, (page) => this.departments.list(caller.organizationId, query, page));
  }

  @CreateRoute({
    refuses: [departmentCrmIdentifierInUse, departmentNameInUse],
    response: DepartmentResponse,
    summary: 'Create a department',
    description:
      'Creates a department. A name is unique among the departments that are not archived (409). Sends `department.created`.',
  })
  createDepartment(
    @CurrentCaller() caller: Caller,
    @Body() department: CreateDepartmentRequest,
  ): Promise<DepartmentResponse> {
    return this.departments.create(caller.organizationId, department);
  }

  @GetRoute({
    path: ':id',
    response: DepartmentResponse,
    summary: 'Get a department',
    description: 'Returns one department.',
  })
  getDepartment(@CurrentCaller() caller: Caller, @IdParam() id: string): Promise<DepartmentResponse> {
    return this.departments.get(caller.organizationId, id);
  }

  @UpdateRoute({
    refuses: [departmentCrmIdentifierInUse, departmentNameInUse, departmentUnassignedIsFixed],
    path: ':id',
    response: DepartmentResponse,
    summary: 'Update a department',
    description:
      'Renames, archives or un-archives a department. The department "Unassigned" of each organization can be neither renamed nor archived (409). Archiving leaves the roles in it as they are. Sends `department.modified`.',
  })
  updateDepartment(
    @CurrentCaller() caller: Caller,
    @IdParam() id: string,
    @Body() patch: UpdateDepartmentRequest,
  ): Promise<DepartmentResponse> {
    return this.departments.update(caller.organizationId, id, patch);
  }
}
