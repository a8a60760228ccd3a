import { Global, Module, type DynamicModule } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { EventEmitterModule } from '@nestjs/event-emitter';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EventHandler } from './durable/event-handler.js';
import { EventHandlingRepository } from './durable/event-handling.repository.js';
import { EventSubscribers } from './durable/event-subscribers.js';
import { EVENT_OPTIONS, type EventOptions } from './event-options.js';
import { EventPublisher } from './event-publisher.js';
import { OutboxEvent } from './outbox/outbox-event.entity.js';

@Global()
@Module({})
export class EventsModule {
  static forRoot(options: EventOptions): DynamicModule {
    return {
      module: EventsModule,
      imports: [
        DiscoveryModule,
        EventEmitterModule.forRoot({ wildcard: true }),
        TypeOrmModule.forFeature([OutboxEvent]),
      ],
      providers: [
        { provide: EVENT_OPTIONS, useValue: options },
        EventPublisher,
        EventSubscribers,
        EventHandlingRepository,
        EventHandler,
      ],
      exports: [EventPublisher, EventHandler, EventHandlingRepository],
    };
  }
}
