import 'reflect-metadata';
import { exitWith } from './start/prepared-process.js';
import { startWorker } from './start/start-worker.js';

startWorker().catch(exitWith);
