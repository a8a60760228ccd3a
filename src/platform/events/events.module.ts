import { Global, Module } from '@nestjs/common';
import { EventEmitterModule } from '@nestjs/event-emitter';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EventPublisher } from './event-publisher.js';
import { OutboxEvent } from './outbox-event.entity.js';

@Global()
@Module({
  imports: [EventEmitterModule.forRoot({ wildcard: true }), TypeOrmModule.forFeature([OutboxEvent])],
  providers: [EventPublisher],
  exports: [EventPublisher],
})
export class EventsModule {}
