import { Agent as HttpAgent, type AgentOptions, type RequestOptions } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Socket } from 'node:net';

/** What a request says beside what every request says. */
export interface PinnedRequest extends RequestOptions {
  /** Connections of the same pool lead to the same addresses, and serve the same name. */
  readonly pool?: string;
  /** The host and the addresses, at each of which its connection takes a place. */
  readonly receivers?: readonly string[];
}

/** Called for each connection that is opened, before it has reached anybody. */
export type OnOpened = (socket: Socket, request: Required<Pick<PinnedRequest, 'pool' | 'receivers'>>) => void;

/** An agent of which nothing but its pools decides which connection a request gets. It reads no proxy variable. */
export function pinnedAgent(protocol: string, options: AgentOptions, opened: OnOpened): HttpAgent {
  const agent = protocol === 'https:' ? new HttpsAgent(options) : new HttpAgent(options);
  const connect = agent.createConnection.bind(agent);
  return Object.assign(agent, {
    getName: ({ pool = '' }: PinnedRequest = {}): string => pool,
    createConnection: (request: PinnedRequest, ...others: []): Socket => {
      const socket = connect(request, ...others) as Socket;
      const { pool = '', receivers = [] } = request;
      opened(socket, { pool, receivers });
      return socket;
    },
  });
}
