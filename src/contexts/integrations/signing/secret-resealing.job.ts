import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { PeriodicWork } from '../../../platform/background/index.js';
import { UnitOfWork } from '../../../platform/database/index.js';
import { SealedSecretRepository, type SealedSecrets } from './sealed-secret.repository.js';
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
    const count = await this.resealAll(second);
    if (count > 0) this.logger.log(`Encrypted the secrets of ${count} webhook subscribers anew`);
    const isDone = (await this.secrets.fingerprints()).every((fingerprint) => fingerprint === first);
    if (isDone && !this.hasSaidThatAllAre)
      this.logger.log('No secret of a webhook needs WEBHOOK_SECRET_KEY_SECOND to be read');
    this.hasSaidThatAllAre = isDone;
    return count;
  }

  private async resealAll(fingerprint: string): Promise<number> {
    let count = 0;
    let last: SealedSecrets | undefined;
    while (!this.periodically.isStopping) {
      const batch = await this.unitOfWork.run(() => this.resealBatch(fingerprint, last));
      count += batch.length;
      last = batch.at(-1);
      if (batch.length < BATCH) break;
    }
    return count;
  }

  private async resealBatch(fingerprint: string, last: SealedSecrets | undefined): Promise<SealedSecrets[]> {
    const found = await this.secrets.lockSealedWith(fingerprint, last, BATCH);
    await this.secrets.replace(
      found.map((subscriber) => ({
        ...subscriber,
        secret: this.reseal(subscriber.secret, subscriber),
        previous_secret: subscriber.previous_secret && this.reseal(subscriber.previous_secret, subscriber),
      })),
    );
    return found;
  }

  private reseal(sealed: string, { id }: SealedSecrets): string {
    try {
      return this.vault.seal(this.vault.open(sealed));
    } catch (error) {
      this.logger.error({ err: error as Error, webhook_subscriber_id: id }, 'A secret cannot be read');
      return sealed;
    }
  }
}
