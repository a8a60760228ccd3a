import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OrganizationModule } from '../organization/index.js';
import { PeopleModule } from '../people/index.js';
import { RatesModule } from '../rates/index.js';
import { SalesModule } from '../sales/index.js';
import { AcrossProjectsController } from './across-projects/across-projects.controller.js';
import { AcrossProjectsRepository } from './across-projects/across-projects.repository.js';
import { MetricsBasisRepository } from './metrics-basis/metrics-basis.repository.js';
import { MetricsService } from './metrics/metrics.service.js';
import { OfferingMetricsController } from './metrics/offering-metrics.controller.js';
import { SoldSnapshotRepository } from './sold-snapshot/sold-snapshot.repository.js';
import { SoldSnapshotService } from './sold-snapshot/sold-snapshot.service.js';
import { OfferingRoleReferences } from './offering-roles/offering-role-references.js';
import { PersonOfferingRoleRepository } from './offering-roles/person-offering-role.repository.js';
import { ProjectOfferingRoleDirectory } from './offering-roles/project-offering-role-directory.js';
import { ProjectOfferingRoleController } from './offering-roles/project-offering-role.controller.js';
import { ProjectOfferingRole } from './offering-roles/project-offering-role.entity.js';
import { ProjectOfferingRoleRepository } from './offering-roles/project-offering-role.repository.js';
import { ProjectOfferingRoleService } from './offering-roles/project-offering-role.service.js';
import { LockedOfferingRepository } from './offerings/locked-offering.repository.js';
import { ProjectOfferingController } from './offerings/project-offering.controller.js';
import { ProjectOffering } from './offerings/project-offering.entity.js';
import { ProjectOfferingRepository } from './offerings/project-offering.repository.js';
import { ProjectOfferingService } from './offerings/project-offering.service.js';
import { ProjectDirectory } from './project-directory/project-directory.js';
import { PlannedTimeController } from './planned-time/planned-time.controller.js';
import { PlannedTimeRepository } from './planned-time/planned-time.repository.js';
import { PlannedTimeService } from './planned-time/planned-time.service.js';
import { ProjectDetailController } from './details/project-detail.controller.js';
import { ProjectDetails } from './details/project-details.js';
import { ProjectOfferingDetailController } from './details/project-offering-detail.controller.js';
import { ProjectOfferingDetails } from './details/project-offering-details.js';
import { ProjectMergeController } from './project-merge/project-merge.controller.js';
import { ProjectMergeRepository } from './project-merge/project-merge.repository.js';
import { ProjectMergeService } from './project-merge/project-merge.service.js';
import { ProjectReferences } from './projects/project-references.js';
import { ProjectController } from './projects/project.controller.js';
import { Project } from './projects/project.entity.js';
import { ProjectRepository } from './projects/project.repository.js';
import { ProjectService } from './projects/project.service.js';

@Module({
  imports: [
    OrganizationModule,
    PeopleModule,
    RatesModule,
    SalesModule,
    TypeOrmModule.forFeature([Project, ProjectOffering, ProjectOfferingRole]),
  ],
  controllers: [
    ProjectDetailController,
    ProjectController,
    ProjectMergeController,
    ProjectOfferingRoleController,
    PlannedTimeController,
    ProjectOfferingController,
    ProjectOfferingDetailController,
    OfferingMetricsController,
    AcrossProjectsController,
  ],
  providers: [
    ProjectRepository,
    ProjectDirectory,
    ProjectReferences,
    ProjectDetails,
    ProjectOfferingDetails,
    ProjectService,
    MetricsBasisRepository,
    MetricsService,
    SoldSnapshotRepository,
    SoldSnapshotService,
    ProjectMergeRepository,
    ProjectMergeService,
    LockedOfferingRepository,
    ProjectOfferingRepository,
    ProjectOfferingService,
    ProjectOfferingRoleRepository,
    PersonOfferingRoleRepository,
    ProjectOfferingRoleDirectory,
    OfferingRoleReferences,
    ProjectOfferingRoleService,
    PlannedTimeRepository,
    PlannedTimeService,
    AcrossProjectsRepository,
  ],
  exports: [ProjectDirectory, ProjectOfferingRoleDirectory],
})
export class DeliveryModule {}
