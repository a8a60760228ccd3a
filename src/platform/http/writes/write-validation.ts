import { Injectable } from '@nestjs/common';
import { Database, UnitOfWork } from '../../database/index.js';
import { invalid } from '../../errors/index.js';
import { VALIDATE_ONLY } from './write-options.js';

class RolledBack extends Error {
  constructor(readonly result: unknown) {
    super('What was only tried is taken back.');
  }
}

/** Does a write and takes it back. */
@Injectable()
export class WriteValidation {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly database: Database,
  ) {}

  async run(work: () => Promise<unknown>): Promise<unknown> {
    if (this.unitOfWork.isRunning)
      throw invalid({ [VALIDATE_ONLY]: ['must stand at the request as a whole'] });
    try {
      return await this.unitOfWork.run(async () => {
        const result = await work();
        await this.database.rows('SET CONSTRAINTS ALL IMMEDIATE');
        throw new RolledBack(result);
      });
    } catch (thrown) {
      if (thrown instanceof RolledBack) return thrown.result;
      throw thrown;
    }
  }
}
