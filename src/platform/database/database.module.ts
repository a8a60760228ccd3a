import { Global, Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { DataSourceOptions } from 'typeorm';
import type { Settings } from '../config/settings.js';
import { connectionOptions } from './connection.js';
import { Database } from './database.js';
import { UnitDataSource } from './unit-of-work/unit-data-source.js';
import { UnitOfWork } from './unit-of-work/unit-of-work.js';

@Global()
@Module({ providers: [Database, UnitOfWork], exports: [Database, UnitOfWork] })
export class DatabaseModule {
  static forRoot(url: string, settings: Settings, applicationName?: string): DynamicModule {
    const options = {
      waitMs: settings.DATABASE_POOL_WAIT_MS,
      lockTimeoutMs: settings.DATABASE_LOCK_TIMEOUT_MS,
      protocol: { pipeline: settings.DATABASE_PIPELINE, rows: settings.DATABASE_ROWS },
    };
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRootAsync({
          useFactory: () => ({
            ...connectionOptions(url, settings.DATABASE_POOL_SIZE, applicationName, options),
            autoLoadEntities: true,
            retryAttempts: 1,
          }),
          dataSourceFactory: async (source) => new UnitDataSource(source as DataSourceOptions),
        }),
      ],
    };
  }
}
