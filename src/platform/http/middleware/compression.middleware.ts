import compression from 'compression';
import type { Handler } from './compose-middleware.js';

// Smaller ones fit into one packet.
const MIN_BYTES = 1024;

const compress = compression({ threshold: MIN_BYTES }) as unknown as Handler;

export const compressResponses: Handler = (request, response, next) => {
  if (request.headers['accept-encoding'] === undefined) {
    next();
    return;
  }
  void compress(request, response, next);
};
