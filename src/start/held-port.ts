import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import type { ProgramSettings } from '../contexts.js';

interface HeldPort {
  readonly settings: ProgramSettings;
  /** Call it when the API is about to listen there. */
  readonly release: () => Promise<void>;
}

/** In place of port 0 a free one: links and cookies need it before the API listens. */
export async function holdPort(settings: ProgramSettings): Promise<HeldPort> {
  if (settings.PORT !== 0) return { settings, release: () => Promise.resolve() };
  const holder = createServer((socket) => socket.destroy()).listen(0, settings.HOST);
  await once(holder, 'listening');
  const { port: PORT } = holder.address() as AddressInfo;
  const PUBLIC_URL = settings.PUBLIC_URL.replace(/^http:\/\/localhost:0(?=\/|$)/, `http://localhost:${PORT}`);
  return {
    settings: { ...settings, PORT, PUBLIC_URL },
    release: async () => void (await once(holder.close(), 'close')),
  };
}
