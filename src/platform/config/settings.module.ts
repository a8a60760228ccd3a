import { Global, Module, type DynamicModule } from '@nestjs/common';
import { PROCESS_ROLE, type ProcessRole } from './process-role.js';
import { SETTINGS, type Settings } from './settings.js';

@Global()
@Module({})
export class SettingsModule {
  static forRoot(settings: Settings, role: ProcessRole): DynamicModule {
    return {
      module: SettingsModule,
      providers: [
        { provide: SETTINGS, useValue: settings },
        { provide: PROCESS_ROLE, useValue: role },
      ],
      exports: [SETTINGS, PROCESS_ROLE],
    };
  }
}
