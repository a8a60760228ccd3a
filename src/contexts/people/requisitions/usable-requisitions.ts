import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { UsableRecords } from '../../../platform/references/index.js';
import { Requisition } from './requisition.entity.js';
import { requisitionNotUsable } from './requisition.rules.js';

/** A position that is filled or given up cannot be planned with. */
const isNotClosed = ({ status }: Requisition): boolean => status !== 'closed';

@Injectable()
export class UsableRequisitions extends UsableRecords<Requisition> {
  constructor(@InjectRepository(Requisition) requisitions: Repository<Requisition>) {
    super(requisitions, isNotClosed, requisitionNotUsable);
  }
}
