import { Global, Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { DatabasePing } from './database-ping.js';
import { Health } from './health.js';
import { HealthFigures } from './health-figures.js';

@Global()
@Module({
  imports: [TerminusModule.forRoot({ logger: false })],
  providers: [DatabasePing, HealthFigures, Health],
  exports: [HealthFigures, Health],
})
export class HealthModule {}
