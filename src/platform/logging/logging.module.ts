import { Global, Module, type DynamicModule } from '@nestjs/common';
import { ApplicationLogger } from './application-logger.js';
import { rootLogger, type LogOutput } from './root-logger.js';

export const ROOT_LOGGER = Symbol('ROOT_LOGGER');

@Global()
@Module({})
export class LoggingModule {
  static forRoot(level: string, output?: LogOutput): DynamicModule {
    const root = rootLogger(level, output);
    return {
      module: LoggingModule,
      providers: [
        { provide: ROOT_LOGGER, useValue: root },
        { provide: ApplicationLogger, useValue: new ApplicationLogger(root) },
      ],
      exports: [ROOT_LOGGER, ApplicationLogger],
    };
  }
}
