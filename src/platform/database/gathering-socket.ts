import { Socket, type TcpSocketConnectOpts } from 'node:net';

/**
 * Sends together what is written before the running code has come to its end: statements that follow each other reach
 * PostgreSQL in one packet, and wake it up once.
 */
export class GatheringSocket extends Socket {
  private isGathering = false;

  override connect(...target: unknown[]): this {
    super.connect(...(target as [TcpSocketConnectOpts]));
    // Node gives the socket the write() of its own class here, as a member.
    Reflect.deleteProperty(this, 'write');
    return this;
  }

  override write(...written: unknown[]): boolean {
    if (!this.isGathering) {
      this.isGathering = true;
      this.cork();
      process.nextTick(() => {
        this.isGathering = false;
        this.uncork();
      });
    }
    return super.write(...(written as [Uint8Array]));
  }
}
