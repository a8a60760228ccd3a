import { Agent as HttpAgent, type AgentOptions, type RequestOptions } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';

/** What a request over a kept connection says beside what every request says. */
export interface PinnedRequest extends RequestOptions {
  /** The addresses that were checked for this request. */
  readonly pinned?: readonly string[];
}

// Shorter than receivers keep a connection that is idle, so that hardly ever one is closed as it is used again.
const IDLE_MS = 1000;
const MOST_IDLE_PER_RECEIVER = 256;

const options: AgentOptions = {
  keepAlive: true,
  timeout: IDLE_MS,
  maxFreeSockets: MOST_IDLE_PER_RECEIVER,
  scheduling: 'lifo',
};

// A connection serves the next request only where that one may go to the same addresses and no other.
const key = (name: string, { pinned = [] }: PinnedRequest): string => `${name}:${[...pinned].sort().join()}`;

class PinnedHttpAgent extends HttpAgent {
  override getName(request: PinnedRequest): string {
    return key(super.getName(request), request);
  }
}

class PinnedHttpsAgent extends HttpsAgent {
  override getName(request: PinnedRequest): string {
    return key(super.getName(request), request);
  }
}

/**
 * Connections that stay open for a second, because a burst of requests to one receiver would spend more time on
 * handshakes than on requests. No proxy variable of the environment is read.
 */
export class KeptConnections {
  private readonly http = new PinnedHttpAgent(options);
  private readonly https = new PinnedHttpsAgent(options);

  for(protocol: string): HttpAgent {
    return protocol === 'https:' ? this.https : this.http;
  }

  close(): void {
    this.http.destroy();
    this.https.destroy();
  }
}
