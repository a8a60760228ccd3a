import compression from 'compression';
import type { Handler } from './in-turn.js';

// Smaller ones fit into one packet as they are.
const SMALLEST = 1024;

const compress = compression({ threshold: SMALLEST }) as unknown as Handler;

/** Compresses answers of 1 KiB or more with brotli or gzip for those who ask for it; for others it does nothing. */
export const compressAnswers: Handler = (request, response, next) => {
  if (request.headers['accept-encoding'] === undefined) {
    next();
    return;
  }
  void compress(request, response, next);
};
