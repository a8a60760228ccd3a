import { Global, Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { connectionOptions } from './connection.js';
import { Database } from './database.js';
import { UnitOfWork } from './unit-of-work.js';

@Global()
@Module({ providers: [Database, UnitOfWork], exports: [Database, UnitOfWork] })
export class DatabaseModule {
  static forRoot(url: string, poolSize: number, applicationName?: string): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRoot({
          ...connectionOptions(url, poolSize, applicationName),
          autoLoadEntities: true,
          retryAttempts: 1,
        }),
      ],
    };
  }
}
