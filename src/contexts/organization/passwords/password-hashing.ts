import { Injectable } from '@nestjs/common';
import { HashSlots } from './hash-slots.js';

const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

// Where it has no build, passwords alone are missing.
const argon2 = () => import('@node-rs/argon2');

@Injectable()
export class PasswordHashing {
  private readonly slots = new HashSlots();
  private dummy: Promise<string> | undefined;

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
    const { hash, verify } = await argon2();
    const compared = kept ?? (await (this.dummy ??= hash('of nobody', parameters)));
    const isSame = await this.slots.run(() => verify(compared, password));
    return isSame && kept !== null;
  }

  async isOutdated(kept: string): Promise<boolean> {
    const { memoryCost, timeCost, parallelism } = (await argon2()).parseOptions(kept);
    return JSON.stringify({ memoryCost, timeCost, parallelism }) !== JSON.stringify(parameters);
  }
}
