import 'reflect-metadata';
import { exitWith } from './start/prepared-process.js';
import { startApi } from './start/start-api.js';

// With --api-only, worker.ts delivers the webhooks.
startApi({ delivers: !process.argv.includes('--api-only') }).catch(exitWith);
