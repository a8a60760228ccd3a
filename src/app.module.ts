import { Module, type DynamicModule } from '@nestjs/common';
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
import { SERVES_ONLY } from './platform/database/index.js';
import { EventsModule } from './platform/events/events.module.js';
import { HealthModule } from './platform/health/health.module.js';
import { HttpModule } from './platform/http/http.module.js';
import { LoggingModule } from './platform/http/logging.js';
import { MetricsModule } from './platform/metrics/metrics.module.js';
import { OutboundModule } from './platform/outbound/index.js';

/** The composition root: the technical base, then the contexts, each of which may use those above it. */
@Module({})
export class AppModule {
  /** @param delivers whether this process delivers webhooks, or leaves that to others */
  static forRoot(settings: Settings, databaseUrl: string, delivers = false): DynamicModule {
    return {
      module: AppModule,
      imports: [
        SettingsModule.forRoot(settings),
        LoggingModule.forRoot(settings.LOG_LEVEL),
        DatabaseModule.forRoot(databaseUrl, settings.DATABASE_POOL_SIZE, delivers ? undefined : SERVES_ONLY),
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
