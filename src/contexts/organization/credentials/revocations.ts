import { Injectable } from '@nestjs/common';
import { Database, UnitOfWork } from '../../../platform/database/index.js';
import { TokenCache } from './token-cache.js';

/** The PostgreSQL channel for tokens that have ended or changed, and users whose rights did. */
export const REVOCATIONS = 'access_token_revocations';

@Injectable()
export class Revocations {
  constructor(
    private readonly database: Database,
    private readonly cache: TokenCache,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** What every process knows of tokens ends with the commit. @param id of the token or user, for whoever looks on */
  async announce(id: string): Promise<void> {
    await this.database.rows('SELECT pg_notify($1, $2)', [REVOCATIONS, id]);
    this.unitOfWork.afterCommit(() => this.cache.forgetAll());
  }
}
