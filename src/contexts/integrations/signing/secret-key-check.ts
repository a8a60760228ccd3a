import { Injectable, type OnModuleInit } from '@nestjs/common';
import { SealedSecretRepository } from './sealed-secret.repository.js';
import { otherKey, SecretVault } from './secret-vault.js';

@Injectable()
export class SecretKeyCheck implements OnModuleInit {
  constructor(
    private readonly vault: SecretVault,
    private readonly secrets: SealedSecretRepository,
  ) {}

  async onModuleInit(): Promise<void> {
    const needed = await this.secrets.fingerprints();
    // Without secrets no key is needed or created.
    if (needed.length === 0) return;
    const known: readonly (string | undefined)[] = this.vault.fingerprints;
    if (!needed.every((fingerprint) => known.includes(fingerprint))) throw otherKey(this.vault.keyFile);
  }
}
