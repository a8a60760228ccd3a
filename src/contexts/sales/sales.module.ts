import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PeopleModule } from '../people/index.js';
import { ClientDirectory } from './clients/client-directory.js';
import { ClientController } from './clients/client.controller.js';
import { Client } from './clients/client.entity.js';
import { ClientRepository } from './clients/client.repository.js';
import { ClientService } from './clients/client.service.js';
import { CrmIdentifierRepository } from './crm-identifiers/crm-identifier.repository.js';
import { PipelineController } from './pipelines/pipeline.controller.js';
import { Pipeline } from './pipelines/pipeline.entity.js';
import { PipelineRepository } from './pipelines/pipeline.repository.js';
import { PipelineService } from './pipelines/pipeline.service.js';
import { PipelineStageController } from './stages/pipeline-stage.controller.js';
import { PipelineStage } from './stages/pipeline-stage.entity.js';
import { PipelineStageRepository } from './stages/pipeline-stage.repository.js';
import { PipelineStageService } from './stages/pipeline-stage.service.js';
import { StageDirectory } from './stages/stage-directory.js';

@Module({
  imports: [TypeOrmModule.forFeature([Client, Pipeline, PipelineStage]), PeopleModule],
  controllers: [ClientController, PipelineController, PipelineStageController],
  providers: [
    CrmIdentifierRepository,
    ClientRepository,
    ClientService,
    ClientDirectory,
    PipelineStageRepository,
    PipelineStageService,
    StageDirectory,
    PipelineRepository,
    PipelineService,
  ],
  exports: [CrmIdentifierRepository, ClientDirectory, StageDirectory],
})
export class SalesModule {}
