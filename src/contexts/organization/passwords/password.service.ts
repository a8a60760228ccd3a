import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { isCommonPassword } from './frequent-passwords.js';
import { PasswordHashing } from './password-hashing.js';
import { passwordMustBeUncommon, passwordMustNotBeMadeOf } from './password.rules.js';
import { UserPassword } from './user-password.entity.js';

@Injectable()
export class PasswordService {
  constructor(
    @InjectRepository(UserPassword) private readonly passwords: Repository<UserPassword>,
    private readonly hashing: PasswordHashing,
  ) {}

  /**
   * What is kept of a new password, to be set by `set`. Not in a unit of work: it takes as long as a hash does.
   * @param known what the password must not be made of
   * @throws 400 for one that is easy to guess, 503 `password.busy`
   */
  async hashOf(password: string, known: readonly string[]): Promise<string> {
    passwordMustNotBeMadeOf(password, known);
    passwordMustBeUncommon(await isCommonPassword(password));
    return this.hashing.hash(password);
  }

  async set(organizationId: string, userId: string, hash: string): Promise<void> {
    await this.passwords.upsert({ organizationId, userId, hash }, ['organizationId', 'userId']);
  }

  async find(organizationId: string, userId: string): Promise<string | null> {
    return (await this.passwords.findOneBy({ organizationId, userId }))?.hash ?? null;
  }

  async replace(organizationId: string, userId: string, former: string, hash: string): Promise<void> {
    await this.passwords.update({ organizationId, userId, hash: former }, { hash });
  }
}
