import { Agent as HttpAgent, type AgentOptions, type RequestOptions } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Socket } from 'node:net';

export interface PinnedRequest extends RequestOptions {
  readonly pool?: string;
  readonly receivers?: readonly string[];
}

export type OnOpened = (socket: Socket, request: Required<Pick<PinnedRequest, 'pool' | 'receivers'>>) => void;

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
