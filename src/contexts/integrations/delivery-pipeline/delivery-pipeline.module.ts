import { Module, type DynamicModule } from '@nestjs/common';
import { DeliveryFigures } from '../../../platform/health/delivery-figures.port.js';
import { SigningModule } from '../signing/signing.module.js';
import { Admission } from './admission.js';
import { AdmissionRepository } from './admission.repository.js';
import { AttemptSender } from './attempt-sender.js';
import { AttemptRepository } from './attempt.repository.js';
import { ConnectionShareRepository } from './connection-share.repository.js';
import { ConnectionShare } from './connection-share.js';
import { Deliverer } from './deliverer.js';
import { DeliveryControl } from './delivery-control.js';
import { DeliveryControlRepository } from './delivery-control.repository.js';
import { DeliveryGauges } from './delivery-gauges.js';
import { DeliveryPipeline, DELIVERS } from './delivery-pipeline.js';
import { DeliveryQueue } from './delivery-queue.js';
import { Dispatcher } from './dispatcher.js';
import { EventRelay } from './event-relay.js';
import { EventRelayRepository } from './event-relay.repository.js';
import { LeaseRepository } from './lease.repository.js';
import { PipelineDatabase } from './pipeline-database.js';
import { PipelineLoops } from './pipeline-loops.js';
import { ProcessIdentity } from './process-identity.js';
import { ReclaimRepository } from './reclaim.repository.js';
import { RequestTraffic } from './request-traffic.js';
import { RetentionJob } from './retention.job.js';
import { RetentionRepository } from './retention.repository.js';
import { StatusChangeJob } from './status-change.job.js';
import { StatusChangeRepository } from './status-change.repository.js';
import { Sweeper } from './sweeper.js';

/** The way of an event to its receivers. What it holds in memory may be lost at any moment: the truth is in the database. */
@Module({})
export class DeliveryPipelineModule {
  /** @param delivers whether this process delivers, or leaves that to others */
  static forRoot(delivers: boolean): DynamicModule {
    return {
      module: DeliveryPipelineModule,
      // For the monitoring of the platform, which cannot import this module.
      global: true,
      imports: [SigningModule],
      providers: [
        { provide: DELIVERS, useValue: delivers },
        ProcessIdentity,
        RequestTraffic,
        PipelineDatabase,
        EventRelayRepository,
        EventRelay,
        AdmissionRepository,
        ConnectionShareRepository,
        ConnectionShare,
        Admission,
        DeliveryQueue,
        Dispatcher,
        AttemptRepository,
        ReclaimRepository,
        AttemptSender,
        Deliverer,
        LeaseRepository,
        Sweeper,
        StatusChangeRepository,
        StatusChangeJob,
        RetentionRepository,
        RetentionJob,
        PipelineLoops,
        DeliveryPipeline,
        DeliveryControlRepository,
        DeliveryControl,
        DeliveryGauges,
        { provide: DeliveryFigures, useExisting: DeliveryGauges },
      ],
      exports: [DeliveryControl, DeliveryFigures, DeliveryPipeline],
    };
  }
}
