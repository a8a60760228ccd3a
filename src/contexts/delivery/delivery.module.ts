import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SalesModule } from '../sales/index.js';
import { ProjectController } from './projects/project.controller.js';
import { Project } from './projects/project.entity.js';
import { ProjectRepository } from './projects/project.repository.js';
import { ProjectService } from './projects/project.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([Project]), SalesModule],
  controllers: [ProjectController],
  providers: [ProjectRepository, ProjectService],
})
export class DeliveryModule {}
