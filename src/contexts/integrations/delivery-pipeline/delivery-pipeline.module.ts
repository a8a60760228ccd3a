import { Module, type DynamicModule } from '@nestjs/common';
import { DeliveryFigures } from '../../../platform/health/delivery-figures.port.js';
import { SigningModule } from '../signing/signing.module.js';
import { Admission } from './admission/admission.js';
import { AdmissionRepository } from './admission/admission.repository.js';
import { AttemptSender } from './attempts/attempt-sender.js';
import { AttemptRepository } from './attempts/attempt.repository.js';
import { ConnectionShareRepository } from './admission/connection-share.repository.js';
import { ConnectionShare } from './admission/connection-share.js';
import { Deliverer } from './attempts/deliverer.js';
import { DeliveryControl } from './control/delivery-control.js';
import { DeliveryControlRepository } from './control/delivery-control.repository.js';
import { DeliveryGauges } from './delivery-gauges.js';
import { DeliveryPipeline, DELIVERS } from './delivery-pipeline.js';
import { DeliveryQueue } from './queue/delivery-queue.js';
import { Dispatcher } from './queue/dispatcher.js';
import { EventRelay } from './relay/event-relay.js';
import { EventRelayRepository } from './relay/event-relay.repository.js';
import { LeaseRepository } from './leases/lease.repository.js';
import { PipelineDatabase } from './background/pipeline-database.js';
import { PipelineLoops } from './pipeline-loops.js';
import { ProcessIdentity } from './background/process-identity.js';
import { ReclaimRepository } from './attempts/reclaim.repository.js';
import { RequestTraffic } from './background/request-traffic.js';
import { RetentionJob } from './retention/retention.job.js';
import { RetentionRepository } from './retention/retention.repository.js';
import { StatusChangeJob } from './control/status-change.job.js';
import { StatusChangeRepository } from './control/status-change.repository.js';
import { Sweeper } from './leases/sweeper.js';

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
