import { closeDatabaseServer } from './database-server.mjs';

export default async function globalTeardown() {
  await closeDatabaseServer();
}
