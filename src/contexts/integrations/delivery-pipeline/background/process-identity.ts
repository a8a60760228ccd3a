import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';

/** Who holds a lease: this start of this process. */
@Injectable()
export class ProcessIdentity {
  readonly id = randomUUID();
}
