import { raw, type Request, type Response } from 'express';
import { invalid, type BusinessError } from '../../errors/index.js';
import { requestTooLarge } from '../errors/request-refusals.js';
import type { BodyLimits } from '../limits/body-limits.js';

// Node takes longer for a million chunks of a byte than for everything else done with a mebibyte.
const MAX_CHUNKS = 10_000;

type BodyReader = (request: Request, response: Response) => Promise<Buffer>;

/** Too many chunks get 400 and a closed connection, since to read on would cost as much. */
export function rawBodyReader(limits: BodyLimits): BodyReader {
  const readAll = raw({ limit: limits.bytes, inflate: false, type: () => true });
  return (request, response) =>
    new Promise((resolve, reject) => {
      readAll(request, response, (error?: Error & { type?: string }) => {
        const sent = request.body as Buffer | undefined;
        if (sent) resolve(sent);
        else if (!error || error.type === 'request.aborted') reject(invalid({ body: ['must arrive whole'] }));
        else reject(error.type === 'entity.too.large' ? bodyTooLarge(limits) : error);
      });
      if (request.headers['transfer-encoding'] === undefined) return;
      let chunks = 0;
      request.on('data', () => {
        chunks += 1;
        if (chunks !== MAX_CHUNKS) return;
        request.pause();
        response.setHeader('Connection', 'close');
        reject(invalid({ body: [`must arrive in fewer than ${MAX_CHUNKS} chunks`] }));
      });
    });
}

export const bodyTooLarge = ({ bytes }: BodyLimits): BusinessError => requestTooLarge(bytes);
