import { Injectable, type OnModuleInit } from '@nestjs/common';
import { SealedSecretRepository } from './sealed-secret.repository.js';
import { otherKey, SecretVault } from './secret-vault.js';

/** Stops a start that could not read the secrets of the webhooks, before a delivery fails because of it. */
@Injectable()
export class SecretKeyCheck implements OnModuleInit {
  constructor(
    private readonly vault: SecretVault,
    private readonly secrets: SealedSecretRepository,
  ) {}

  /** @throws SettingsError that says what to do */
  async onModuleInit(): Promise<void> {
    const needed = await this.secrets.fingerprints();
    // Without secrets no key is needed, and none is made.
    if (needed.length === 0) return;
    const known: readonly (string | undefined)[] = this.vault.fingerprints;
    if (!needed.every((fingerprint) => known.includes(fingerprint))) throw otherKey(this.vault.keyFile);
  }
}
