import { Global, Module } from '@nestjs/common';
import { DeliveryMetrics } from './delivery-metrics.js';
import { Metrics } from './metrics.js';
import { MonitoringServer } from './monitoring-server.js';
import { RequestDurations } from './request-durations.js';

@Global()
@Module({
  providers: [Metrics, RequestDurations, DeliveryMetrics, MonitoringServer],
  exports: [MonitoringServer, RequestDurations],
})
export class MetricsModule {}
