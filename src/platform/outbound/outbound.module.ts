import { Global, Module } from '@nestjs/common';
import { SETTINGS } from '../config/settings.js';
import { DestinationFinder } from './destination-finder.js';
import { GuardedClient } from './guarded-client.js';
import { HostResolver } from './host-resolver.js';
import { OUTBOUND_POLICY, outboundPolicyOf } from './outbound-policy.js';

@Global()
@Module({
  providers: [
    { provide: OUTBOUND_POLICY, inject: [SETTINGS], useFactory: outboundPolicyOf },
    HostResolver,
    DestinationFinder,
    GuardedClient,
  ],
  exports: [GuardedClient],
})
export class OutboundModule {}
