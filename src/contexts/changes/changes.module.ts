import { Module } from '@nestjs/common';
import { OrganizationModule } from '../organization/index.js';
import { ChangeController } from './feed/change.controller.js';
import { ChangeRepository } from './feed/change.repository.js';
import { RecordRepository } from './feed/record.repository.js';
import { ChangeService } from './feed/change.service.js';
import { ChangeRetention } from './retention/change-retention.js';
import { ChangePartitionRepository } from './retention/change-partition.repository.js';
import { ChangeSignal } from './signal/change-signal.js';
import { ChangeStreamController } from './stream/change-stream.controller.js';
import { ChangeStreams } from './stream/change-streams.js';

@Module({
  imports: [OrganizationModule],
  controllers: [ChangeController, ChangeStreamController],
  providers: [
    ChangeSignal,
    ChangeRepository,
    ChangeService,
    RecordRepository,
    ChangeStreams,
    ChangePartitionRepository,
    ChangeRetention,
  ],
})
export class ChangesModule {}
