import { Global, Module, type DynamicModule } from '@nestjs/common';
import { DestinationFinder } from './destinations/destination-finder.js';
import { GuardedClient } from './guarded-client.js';
import { HostResolver } from './destinations/host-resolver.js';
import { OUTBOUND_POLICY, type OutboundPolicy } from './outbound-policy.js';

@Global()
@Module({})
export class OutboundModule {
  static forRoot(policy: OutboundPolicy): DynamicModule {
    return {
      module: OutboundModule,
      providers: [
        { provide: OUTBOUND_POLICY, useValue: policy },
        HostResolver,
        DestinationFinder,
        GuardedClient,
      ],
      exports: [GuardedClient],
    };
  }
}
