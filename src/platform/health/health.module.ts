import { Global, Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { DatabasePing } from './database-ping.js';
import { Health } from './health.js';
import { VitalSigns } from './vital-signs.js';

@Global()
@Module({
  imports: [TerminusModule.forRoot({ logger: false })],
  providers: [DatabasePing, VitalSigns, Health],
  exports: [VitalSigns, Health],
})
export class HealthModule {}
