import { Module } from '@nestjs/common';
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
import { DeliveryFigures } from './delivery-figures.js';
import { DeliveryGauges } from './delivery-gauges.js';
import { DeliveryPipeline } from './delivery-pipeline.js';
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
import { DeliveryRetention } from './retention/delivery-retention.js';
import { DeliveryRetentionRepository } from './retention/delivery-retention.repository.js';
import { StatusChangeJob } from './control/status-change.job.js';
import { StatusChangeRepository } from './control/status-change.repository.js';
import { Sweeper } from './leases/sweeper.js';

/** Delivers events to receivers. Memory holds nothing that the database does not. */
@Module({
  imports: [SigningModule],
  providers: [
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
    DeliveryRetentionRepository,
    DeliveryRetention,
    PipelineLoops,
    DeliveryPipeline,
    DeliveryControlRepository,
    DeliveryControl,
    DeliveryGauges,
    DeliveryFigures,
  ],
  exports: [DeliveryControl, DeliveryPipeline],
})
export class DeliveryPipelineModule {}
