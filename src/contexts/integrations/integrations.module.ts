import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DeliveryPipelineModule } from './delivery-pipeline/delivery-pipeline.module.js';
import { SigningModule } from './signing/signing.module.js';
import { WebhookDeliveryController } from './webhook-deliveries/webhook-delivery.controller.js';
import { WebhookDeliveryRepository } from './webhook-deliveries/webhook-delivery.repository.js';
import { WebhookDeliveryService } from './webhook-deliveries/webhook-delivery.service.js';
import { WebhookSubscriberController } from './webhook-subscribers/webhook-subscriber.controller.js';
import { SubscriberRequirements } from './webhook-subscribers/subscriber-requirements.js';
import { WebhookSecretService } from './webhook-subscribers/webhook-secret.service.js';
import { WebhookSubscriber } from './webhook-subscribers/webhook-subscriber.entity.js';
import { WebhookSubscriberRepository } from './webhook-subscribers/webhook-subscriber.repository.js';
import { WebhookSubscriberService } from './webhook-subscribers/webhook-subscriber.service.js';
import { WebhookSubscriptionController } from './webhook-subscribers/webhook-subscription.controller.js';
import { WebhookSubscriptionService } from './webhook-subscribers/webhook-subscription.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([WebhookSubscriber]), SigningModule, DeliveryPipelineModule],
  controllers: [WebhookSubscriberController, WebhookSubscriptionController, WebhookDeliveryController],
  providers: [
    WebhookSubscriberRepository,
    WebhookSubscriberService,
    SubscriberRequirements,
    WebhookSecretService,
    WebhookSubscriptionService,
    WebhookDeliveryRepository,
    WebhookDeliveryService,
  ],
  exports: [DeliveryPipelineModule],
})
export class IntegrationsModule {}
