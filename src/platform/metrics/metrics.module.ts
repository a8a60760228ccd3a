import { Global, Module } from '@nestjs/common';
import { Metrics } from './metrics.js';
import { MonitoringServer } from './monitoring-server.js';
import { ProgramMetrics } from './program-metrics.js';
import { RequestDurations } from './request-durations.js';

@Global()
@Module({
  providers: [Metrics, RequestDurations, MonitoringServer, ProgramMetrics],
  exports: [Metrics, MonitoringServer, RequestDurations],
})
export class MetricsModule {}
