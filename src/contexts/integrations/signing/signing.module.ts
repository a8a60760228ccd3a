import { Module } from '@nestjs/common';
import { SecretKeyCheck } from './secret-key-check.js';
import { SecretVault } from './secret-vault.js';

@Module({ providers: [SecretVault, SecretKeyCheck], exports: [SecretVault] })
export class SigningModule {}
