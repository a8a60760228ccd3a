import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { PeriodicWork } from '../../../platform/background/index.js';
import { UnitOfWork } from '../../../platform/database/index.js';
import {
  sealedColumns,
  SealedSecretRepository,
  type SealedColumns,
  type SealedTexts,
} from './sealed-secret.repository.js';
import { SecretVault } from './secret-vault.js';

const INTERVAL_MS = 5 * 60 * 1000;
const BATCH = 100;

@Injectable()
export class SecretResealingJob implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(SecretResealingJob.name);
  private hasSaidThatAllAre = false;
  private readonly periodically = new PeriodicWork(() => this.run(), {
    intervalMs: INTERVAL_MS,
    failed: (error) => this.logger.error({ err: error }, 'Secrets of webhooks could not be encrypted anew'),
  });

  constructor(
    private readonly vault: SecretVault,
    private readonly secrets: SealedSecretRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.vault.hasSecondKey) return;
    this.periodically.doNow();
    this.periodically.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.periodically.stop();
  }

  async run(): Promise<number> {
    const [first, second] = this.vault.fingerprints;
    if (second === undefined) return 0;
    let count = 0;
    for (const place of sealedColumns) count += await this.resealAll(place, second);
    if (count > 0) this.logger.log(`Encrypted ${count} secrets of webhooks and kept answers anew`);
    const isDone = (await this.secrets.allFingerprints()).every((fingerprint) => fingerprint === first);
    if (isDone && !this.hasSaidThatAllAre)
      this.logger.log('No secret of a webhook and no kept answer needs WEBHOOK_SECRET_KEY_SECOND to be read');
    this.hasSaidThatAllAre = isDone;
    return count;
  }

  private async resealAll(place: SealedColumns, fingerprint: string): Promise<number> {
    let count = 0;
    let last: SealedTexts | undefined;
    while (!this.periodically.isStopping) {
      const batch = await this.unitOfWork.run(() => this.resealBatch(place, fingerprint, last));
      count += batch.length;
      last = batch.at(-1);
      if (batch.length < BATCH) break;
    }
    return count;
  }

  private async resealBatch(
    place: SealedColumns,
    fingerprint: string,
    last: SealedTexts | undefined,
  ): Promise<SealedTexts[]> {
    const found = await this.secrets.lockSealedWith(fingerprint, place, last, BATCH);
    const resealed = found.map((texts) => ({
      ...texts,
      sealed: texts.sealed.map((sealed) => sealed && this.reseal(sealed, place, texts)),
    }));
    await this.secrets.replace(place, resealed);
    return found;
  }

  private reseal(sealed: string, { table }: SealedColumns, { id }: SealedTexts): string {
    try {
      return this.vault.seal(this.vault.open(sealed));
    } catch (error) {
      this.logger.error({ err: error as Error, table, id }, 'A secret cannot be read');
      return sealed;
    }
  }
}
