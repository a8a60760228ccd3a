import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { notArchived, UsableRecords } from '../../../platform/references/index.js';
import { Department } from './department.entity.js';
import { departmentNotUsable } from './department.rules.js';

@Injectable()
export class UsableDepartments extends UsableRecords<Department> {
  constructor(@InjectRepository(Department) departments: Repository<Department>) {
    super(departments, notArchived, departmentNotUsable);
  }
}
