import { Injectable, type OnModuleInit, type Type } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { scopes, scopesNamedBy } from './scope.js';

@Injectable()
export class ScopeCheck implements OnModuleInit {
  constructor(private readonly discovery: DiscoveryService) {}

  onModuleInit(): void {
    const known = scopes();
    for (const { metatype } of this.discovery.getControllers()) {
      const unknown = scopesNamedBy(metatype as Type).find((scope) => !known.includes(scope));
      if (unknown === undefined) continue;
      throw new Error(
        `${metatype?.name}: no context declares the scope ${unknown}: give its first half to defineContext as one of its scopes, or name another one.`,
      );
    }
  }
}
