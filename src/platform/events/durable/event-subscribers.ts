import { Injectable } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { isDeclared } from '../declared-topics.js';
import { subscriptionOf, type AnyHandedEvent } from './on-domain-event.js';

export interface EventSubscriber {
  readonly name: string;
  readonly topic: string;
  readonly handle: (event: AnyHandedEvent) => Promise<void>;
}

@Injectable()
export class EventSubscribers {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  find(): EventSubscriber[] {
    const found = this.discovery.getProviders().flatMap(({ instance }) => this.subscribersOf(instance));
    const names = found.map(({ name }) => name);
    const twice = names.find((name, index) => names.indexOf(name) !== index);
    if (twice !== undefined) throw new Error(`Two durable subscribers are called ${twice}: rename one.`);
    return found;
  }

  private subscribersOf(instance: unknown): EventSubscriber[] {
    if (typeof instance !== 'object' || instance === null) return [];
    const provider = instance as Record<string, (event: AnyHandedEvent) => Promise<void>>;
    return this.scanner.getAllMethodNames(Object.getPrototypeOf(provider) as object).flatMap((method) => {
      const subscription = subscriptionOf(provider[method] ?? {});
      if (!subscription) return [];
      const { name, topic } = subscription;
      if (!isDeclared(topic)) throw new Error(`${name}: ${topic.name} is declared by no context.`);
      return [{ name, topic: topic.name, handle: (event) => provider[method]?.(event) ?? Promise.resolve() }];
    });
  }
}
