import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '../../../platform/database/index.js';
import { otherKey, SEAL, SecretVault } from './secret-vault.js';

/** Stops a start that could not read the secrets of the webhooks, before a delivery fails because of it. */
@Injectable()
export class SecretKeyCheck implements OnModuleInit {
  constructor(
    private readonly vault: SecretVault,
    private readonly database: Database,
  ) {}

  /** @throws SettingsError that says what to do */
  async onModuleInit(): Promise<void> {
    const keys = await this.database.rows<{ fingerprint: string }>(
      `SELECT DISTINCT split_part(sealed, '.', 2) AS fingerprint
       FROM webhook_subscribers, unnest(ARRAY[secret, previous_secret]) AS sealed
       WHERE status <> 'deleted' AND starts_with(sealed, $1)`,
      [`${SEAL}.`],
    );
    if (keys.length === 0) return;
    if (keys.some(({ fingerprint }) => fingerprint !== this.vault.fingerprint))
      throw otherKey(this.vault.keyFile);
  }
}
