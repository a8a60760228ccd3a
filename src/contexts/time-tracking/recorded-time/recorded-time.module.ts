import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { RecordedTime } from '../../delivery/index.js';
import { ActualTime } from '../actual-time/actual-time.entity.js';
import { RecordedTimeAdapter } from './recorded-time.adapter.js';

/** Implements the port of delivery. */
@Module({
  imports: [TypeOrmModule.forFeature([ActualTime])],
  providers: [{ provide: RecordedTime, useClass: RecordedTimeAdapter }],
  exports: [RecordedTime],
})
export class RecordedTimeModule {}
