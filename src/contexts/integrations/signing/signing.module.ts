import { Module } from '@nestjs/common';
import { SealedSecretRepository } from './sealed-secret.repository.js';
import { SecretKeyCheck } from './secret-key-check.js';
import { SecretResealingJob } from './secret-resealing.job.js';
import { SecretVault } from './secret-vault.js';

@Module({
  providers: [SecretVault, SealedSecretRepository, SecretKeyCheck, SecretResealingJob],
  exports: [SecretVault],
})
export class SigningModule {}
