import { Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { WEBHOOK_SECTION } from '../../platform/http/index.js';
import { DeliveryPipelineModule } from './delivery-pipeline/delivery-pipeline.module.js';
import { SigningModule } from './signing/signing.module.js';
import { WebhookDeliveryController } from './webhook-deliveries/webhook-delivery.controller.js';
import { WebhookDeliveryRepository } from './webhook-deliveries/webhook-delivery.repository.js';
import { WebhookDeliveryService } from './webhook-deliveries/webhook-delivery.service.js';
import { webhookSection } from './webhook-descriptions.js';
import { WebhookSubscriberController } from './webhook-subscribers/webhook-subscriber.controller.js';
import { WebhookSubscriber } from './webhook-subscribers/webhook-subscriber.entity.js';
import { WebhookSubscriberRepository } from './webhook-subscribers/webhook-subscriber.repository.js';
import { WebhookSubscriberService } from './webhook-subscribers/webhook-subscriber.service.js';
import { WebhookSubscriptionController } from './webhook-subscribers/webhook-subscription.controller.js';
import { WebhookSubscriptionService } from './webhook-subscribers/webhook-subscription.service.js';

@Module({})
export class IntegrationsModule {
  /** @param delivers whether this process delivers webhooks, or leaves that to others */
  static forRoot(delivers: boolean): DynamicModule {
    return {
      module: IntegrationsModule,
      imports: [
        TypeOrmModule.forFeature([WebhookSubscriber]),
        SigningModule,
        DeliveryPipelineModule.forRoot(delivers),
      ],
      controllers: [WebhookSubscriberController, WebhookSubscriptionController, WebhookDeliveryController],
      providers: [
        WebhookSubscriberRepository,
        WebhookSubscriberService,
        WebhookSubscriptionService,
        WebhookDeliveryRepository,
        WebhookDeliveryService,
        { provide: WEBHOOK_SECTION, useValue: webhookSection },
      ],
    };
  }
}
