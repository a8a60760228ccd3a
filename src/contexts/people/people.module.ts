import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CostRateController } from './cost-rates/cost-rate.controller.js';
import { CostRateHistory } from './cost-rates/cost-rate-history.js';
import { CostRateRepository } from './cost-rates/cost-rate.repository.js';
import { CostRateService } from './cost-rates/cost-rate.service.js';
import { DepartmentController } from './departments/department.controller.js';
import { Department } from './departments/department.entity.js';
import { DepartmentRepository } from './departments/department.repository.js';
import { DepartmentService } from './departments/department.service.js';
import { FoundingModule } from './founding/founding.module.js';
import { PersonDirectory } from './people/person-directory.js';
import { PersonController } from './people/person.controller.js';
import { Person } from './people/person.entity.js';
import { PersonRepository } from './people/person.repository.js';
import { PersonService } from './people/person.service.js';
import { TerminationJob } from './people/termination.job.js';
import { RequisitionDirectory } from './requisitions/requisition-directory.js';
import { RequisitionController } from './requisitions/requisition.controller.js';
import { Requisition } from './requisitions/requisition.entity.js';
import { RequisitionRepository } from './requisitions/requisition.repository.js';
import { RequisitionService } from './requisitions/requisition.service.js';
import { RoleDirectory } from './roles/role-directory.js';
import { RoleController } from './roles/role.controller.js';
import { Role } from './roles/role.entity.js';
import { RoleRepository } from './roles/role.repository.js';
import { RoleService } from './roles/role.service.js';

@Global()
@Module({
  imports: [FoundingModule, TypeOrmModule.forFeature([Department, Role, Person, Requisition])],
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
    RoleRepository,
    RoleService,
    RoleDirectory,
    PersonRepository,
    CostRateRepository,
    CostRateHistory,
    CostRateService,
    PersonService,
    PersonDirectory,
    TerminationJob,
    RequisitionRepository,
    RequisitionService,
    RequisitionDirectory,
  ],
  exports: [PersonDirectory, RoleDirectory, RequisitionDirectory],
})
export class PeopleModule {}
