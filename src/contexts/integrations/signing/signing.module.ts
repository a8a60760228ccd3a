import { Module } from '@nestjs/common';
import { AnswerSealing } from '../../../platform/http/index.js';
import { SealedSecretRepository } from './sealed-secret.repository.js';
import { SecretKeyCheck } from './secret-key-check.js';
import { SecretResealingJob } from './secret-resealing.job.js';
import { SecretVault } from './secret-vault.js';

@Module({
  providers: [
    { provide: AnswerSealing, useExisting: SecretVault },
    SecretVault,
    SealedSecretRepository,
    SecretKeyCheck,
    SecretResealingJob,
  ],
  exports: [AnswerSealing, SecretVault],
})
export class SigningModule {}
