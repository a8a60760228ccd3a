import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OrganizationModule } from '../organization/index.js';
import { CostRateController } from './cost-rates/cost-rate.controller.js';
import { CostRateHistory } from './cost-rate-history/cost-rate-history.js';
import { CostRate } from './cost-rate-history/cost-rate.entity.js';
import { CostRateRepository } from './cost-rate-history/cost-rate.repository.js';
import { CostRateService } from './cost-rates/cost-rate.service.js';
import { DepartmentController } from './departments/department.controller.js';
import { Department } from './departments/department.entity.js';
import { DepartmentRepository } from './departments/department.repository.js';
import { DepartmentService } from './departments/department.service.js';
import { UsableDepartments } from './departments/usable-departments.js';
import { UsablePeople } from './people/usable-people.js';
import { PersonController } from './people/person.controller.js';
import { Person } from './people/person.entity.js';
import { PersonRepository } from './people/person.repository.js';
import { PersonService } from './people/person.service.js';
import { TerminationJob } from './people/termination.job.js';
import { UsableRequisitions } from './requisitions/usable-requisitions.js';
import { RequisitionController } from './requisitions/requisition.controller.js';
import { Requisition } from './requisitions/requisition.entity.js';
import { RequisitionRepository } from './requisitions/requisition.repository.js';
import { RequisitionService } from './requisitions/requisition.service.js';
import { UsableRoles } from './roles/usable-roles.js';
import { RoleController } from './roles/role.controller.js';
import { Role } from './roles/role.entity.js';
import { RoleRepository } from './roles/role.repository.js';
import { RoleService } from './roles/role.service.js';

@Module({
  imports: [OrganizationModule, TypeOrmModule.forFeature([Department, Role, Person, CostRate, Requisition])],
  controllers: [
    DepartmentController,
    RoleController,
    PersonController,
    CostRateController,
    RequisitionController,
  ],
  providers: [
    DepartmentRepository,
    DepartmentService,
    UsableDepartments,
    RoleRepository,
    RoleService,
    UsableRoles,
    PersonRepository,
    CostRateRepository,
    CostRateHistory,
    CostRateService,
    PersonService,
    UsablePeople,
    TerminationJob,
    RequisitionRepository,
    RequisitionService,
    UsableRequisitions,
  ],
  exports: [UsablePeople, UsableRoles, UsableRequisitions],
})
export class PeopleModule {}
