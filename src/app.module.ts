import { randomUUID } from 'node:crypto';
import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { DeliveryModule } from './contexts/delivery/index.js';
import { IntegrationsModule } from './contexts/integrations/index.js';
import { OrganizationModule } from './contexts/organization/index.js';
import { PeopleModule } from './contexts/people/index.js';
import { RatesModule } from './contexts/rates/index.js';
import { SalesModule } from './contexts/sales/index.js';
import { TimeTrackingModule } from './contexts/time-tracking/index.js';
import { SettingsModule } from './platform/config/settings.module.js';
import type { Settings } from './platform/config/settings.js';
import { DatabaseModule } from './platform/database/database.module.js';
import { DELIVERING, SERVES_ONLY } from './platform/database/index.js';
import { EventsModule } from './platform/events/events.module.js';
import { HealthModule } from './platform/health/health.module.js';
import { ErrorFilter } from './platform/http/error.filter.js';
import { HttpModule } from './platform/http/http.module.js';
import { LoggingModule, type LogOutput } from './platform/logging/index.js';
import { MetricsModule } from './platform/metrics/metrics.module.js';
import { OutboundModule } from './platform/outbound/index.js';

const processName = (delivers: boolean): string =>
  delivers ? `${DELIVERING}-${randomUUID().slice(0, 8)}` : SERVES_ONLY;

/** The composition root: the technical base, then the contexts, each of which may use those above it. */
@Module({})
export class AppModule {
  /**
   * @param delivers whether this process delivers webhooks, or leaves that to others
   * @param logOutput where the log goes; default standard output
   */
  static forRoot(
    settings: Settings,
    databaseUrl: string,
    delivers = false,
    logOutput?: LogOutput,
  ): DynamicModule {
    return {
      module: AppModule,
      // The first to be bound, and so the last to be asked: filters of other modules come before it.
      providers: [{ provide: APP_FILTER, useClass: ErrorFilter }],
      imports: [
        SettingsModule.forRoot(settings),
        LoggingModule.forRoot(settings.LOG_LEVEL, logOutput),
        DatabaseModule.forRoot(databaseUrl, settings, processName(delivers)),
        EventsModule,
        HttpModule,
        OutboundModule,
        HealthModule,
        MetricsModule,
        OrganizationModule,
        PeopleModule,
        RatesModule,
        SalesModule,
        DeliveryModule,
        TimeTrackingModule,
        IntegrationsModule.forRoot(delivers),
      ],
    };
  }
}
