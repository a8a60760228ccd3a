import { randomUUID } from 'node:crypto';
import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import type { ProgramSettings } from './contexts.js';
import { eventOptionsOf, outboundPolicyOf, SigningModule } from './contexts/integrations/index.js';
import { OrganizationModule, WebSignInModule } from './contexts/organization/index.js';
import { ProvisioningModule } from './contexts/people/index.js';
import { RecordedTimeModule } from './contexts/time-tracking/index.js';
import { SettingsModule } from './platform/config/settings.module.js';
import { AdaptersModule, installedContexts } from './platform/contexts/index.js';
import { DatabaseModule } from './platform/database/database.module.js';
import { DELIVERING, SERVES_ONLY } from './platform/database/index.js';
import { EventsModule } from './platform/events/events.module.js';
import { HealthModule } from './platform/health/health.module.js';
import { BatchModule } from './platform/http/batch/batch.module.js';
import { ErrorFilter } from './platform/http/errors/error.filter.js';
import { HttpModule } from './platform/http/http.module.js';
import { LoggingModule, type LogOutput } from './platform/logging/index.js';
import { MetricsModule } from './platform/metrics/metrics.module.js';
import { OutboundModule } from './platform/outbound/index.js';
import { RetentionModule } from './platform/retention/retention.module.js';

// Ports of contexts, bound to those below: `OrganizationProvisioning` to people, `RecordedTime` to time tracking.
const adapters = [ProvisioningModule, RecordedTimeModule];

const processName = (delivers: boolean): string =>
  delivers ? `${DELIVERING}-${randomUUID().slice(0, 8)}` : SERVES_ONLY;

@Module({})
export class AppModule {
  /** @param delivers whether this process delivers webhooks @param logOutput default standard output */
  static forRoot(
    settings: ProgramSettings,
    databaseUrl: string,
    delivers = false,
    logOutput?: LogOutput,
  ): DynamicModule {
    return {
      module: AppModule,
      providers: [{ provide: APP_FILTER, useClass: ErrorFilter }],
      imports: [
        SettingsModule.forRoot(settings, { delivers }),
        LoggingModule.forRoot(settings.LOG_LEVEL, logOutput),
        DatabaseModule.forRoot(databaseUrl, settings, processName(delivers)),
        EventsModule.forRoot(eventOptionsOf(settings)),
        HttpModule.forRoot({ callers: OrganizationModule, sealing: SigningModule }),
        OutboundModule.forRoot(outboundPolicyOf(settings)),
        BatchModule,
        HealthModule,
        MetricsModule,
        RetentionModule,
        AdaptersModule.forRoot(adapters),
        ...(settings.WEB === 'on' ? [WebSignInModule.forRoot(settings)] : []),
        ...installedContexts().map(({ module }) => module),
      ],
    };
  }
}
