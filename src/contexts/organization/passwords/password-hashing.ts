import { Injectable } from '@nestjs/common';
import { HashSlots } from './hash-slots.js';

const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** With a salt and a hash of zeros: it takes as long to compare with as one of a password. */
const ofNobody = `$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

// Where it has no build, passwords alone are missing.
const argon2 = () => import('@node-rs/argon2');

@Injectable()
export class PasswordHashing {
  private readonly slots = new HashSlots();

  /** @throws 503 `password.busy` */
  async hash(password: string): Promise<string> {
    const { hash } = await argon2();
    return this.slots.run(() => hash(password, parameters));
  }

  /**
   * Takes as long where there is nothing to compare with, so that nobody can tell by the time.
   * @param kept null: there is none, and no password is right
   * @throws 503 `password.busy`
   */
  async isRight(kept: string | null, password: string): Promise<boolean> {
    const { verify } = await argon2();
    const isSame = await this.slots.run(() => verify(kept ?? ofNobody, password));
    return isSame && kept !== null;
  }

  async isOutdated(kept: string): Promise<boolean> {
    const { memoryCost, timeCost, parallelism } = (await argon2()).parseOptions(kept);
    return JSON.stringify({ memoryCost, timeCost, parallelism }) !== JSON.stringify(parameters);
  }
}
