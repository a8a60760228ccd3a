import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { BackgroundLoop, within } from '../background/index.js';
import { PROCESS_ROLE, type ProcessRole } from '../config/process-role.js';
import { declaredRetentions } from './declared-retentions.js';

const GAP_MS = 50;
const STOP_MS = 1500;

@Injectable()
export class RetentionLoops implements OnApplicationBootstrap, OnModuleDestroy {
  private loops: readonly BackgroundLoop[] = [];

  constructor(
    private readonly providers: ModuleRef,
    @Inject(PROCESS_ROLE) private readonly role: ProcessRole,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.role.delivers) return;
    this.loops = declaredRetentions().map((type) => {
      const retention = this.providers.get(type, { strict: false });
      return new BackgroundLoop(() => retention.removeOld(), {
        intervalMs: retention.intervalMinutes * 60_000,
        gapMs: GAP_MS,
        logger: new Logger(type.name),
      });
    });
    for (const loop of this.loops) loop.start();
  }

  async onModuleDestroy(): Promise<void> {
    // A removal that PostgreSQL does not end is rolled back with its connection.
    await within(STOP_MS, Promise.all(this.loops.map((loop) => loop.stop()))).catch(() => undefined);
  }
}
