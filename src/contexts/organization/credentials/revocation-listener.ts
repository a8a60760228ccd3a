import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Channel } from '../../../platform/database/index.js';
import { REVOCATIONS } from './revocations.js';
import { TokenCache } from './token-cache.js';

/** Hears when any process revoked a token or changed the rights of a user. */
@Injectable()
export class RevocationListener implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(RevocationListener.name);
  private readonly channel: Channel;

  constructor(
    source: DataSource,
    private readonly cache: TokenCache,
  ) {
    this.channel = new Channel(source, REVOCATIONS, {
      heard: () => cache.forgetAll(),
      listening: (isAgain) => {
        cache.setReceiving(true);
        if (isAgain) this.logger.log('Hearing of revoked tokens again');
      },
      // A revocation could be missed, so tokens are not cached until it is back.
      lost: (error) => {
        cache.setReceiving(false);
        this.logger.warn({ err: error }, 'Not hearing of revoked tokens, so each request looks its token up');
      },
    });
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.channel.listen();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.cache.setReceiving(false);
    await this.channel.end();
  }
}
