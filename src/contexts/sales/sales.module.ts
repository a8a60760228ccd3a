import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PeopleModule } from '../people/index.js';
import { UsableClients } from './clients/usable-clients.js';
import { ClientController } from './clients/client.controller.js';
import { Client } from './clients/client.entity.js';
import { ClientRepository } from './clients/client.repository.js';
import { ClientService } from './clients/client.service.js';
import { AllPipelineStagesController } from './all-pipeline-stages/all-pipeline-stages.controller.js';
import { PipelineController } from './pipelines/pipeline.controller.js';
import { Pipeline } from './pipelines/pipeline.entity.js';
import { PipelineRepository } from './pipelines/pipeline.repository.js';
import { PipelineService } from './pipelines/pipeline.service.js';
import { PipelineStageController } from './pipelines/pipeline-stage.controller.js';
import { PipelineStage } from './pipelines/pipeline-stage.entity.js';
import { PipelineStageRepository } from './pipelines/pipeline-stage.repository.js';
import { PipelineStageService } from './pipelines/pipeline-stage.service.js';
import { UsableStages } from './pipelines/usable-stages.js';

@Module({
  imports: [PeopleModule, TypeOrmModule.forFeature([Client, Pipeline, PipelineStage])],
  controllers: [ClientController, PipelineController, PipelineStageController, AllPipelineStagesController],
  providers: [
    ClientRepository,
    ClientService,
    UsableClients,
    PipelineStageRepository,
    PipelineStageService,
    UsableStages,
    PipelineRepository,
    PipelineService,
  ],
  exports: [UsableClients, UsableStages],
})
export class SalesModule {}
