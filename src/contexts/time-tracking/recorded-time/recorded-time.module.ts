import { Global, Module } from '@nestjs/common';
import { RecordedTime } from '../../delivery/index.js';
import { RecordedTimeAdapter } from './recorded-time.adapter.js';

/** Answers the delivery context, which cannot see this one, what time was recorded. */
@Global()
@Module({
  providers: [{ provide: RecordedTime, useClass: RecordedTimeAdapter }],
  exports: [RecordedTime],
})
export class RecordedTimeModule {}
