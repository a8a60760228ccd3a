import { closeDatabaseServer } from '../../../src/testing/jest/database-server.mjs';

export default async function globalTeardown({ watch, watchAll }) {
  // When there is one worker, it is this process.
  const { endWorker } = await import('./worker-end.ts');
  await endWorker();
  // The next run of a watch needs it again.
  await closeDatabaseServer({ mayStay: watch || watchAll });
}
