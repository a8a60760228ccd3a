import 'reflect-metadata';

export { defineContext, type Context } from './platform/contexts/index.js';
export { exitWith } from './start/prepared-process.js';
export { startApi, type ApiOptions } from './start/start-api.js';
export { startWorker, type WorkerOptions } from './start/start-worker.js';
