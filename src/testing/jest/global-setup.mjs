import { openDatabaseServer } from './database-server.mjs';

export default async function globalSetup() {
  await openDatabaseServer();
}
